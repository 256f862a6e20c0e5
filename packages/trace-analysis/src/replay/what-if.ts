import type { AnalyzedRollout } from '../analyze-spans.ts';
import { maxConcurrency } from '../fleet/fleet-report.ts';
import type { DurationStats } from '../fleet/span-stats.ts';
import { durationStats, toMs } from '../fleet/span-stats.ts';
import { replayRollout } from './replay-rollout.ts';
import { scheduleWall } from './schedule-wall.ts';

/** What to change. A factor is what a duration is multiplied by: 0.5 is twice as fast. */
export interface WhatIfChanges {
  readonly modelFactor?: number | undefined;
  /** All tools. */
  readonly toolFactor?: number | undefined;
  /** Single tools by name; beats `toolFactor`. */
  readonly tools?: Readonly<Record<string, number>> | undefined;
  /** Rollouts in flight, as a multiple of what was recorded. */
  readonly concurrencyFactor?: number | undefined;
  /** No request is repeated: what was reached by a second try fails instead. */
  readonly retries?: 'off' | undefined;
}

/** A run's numbers under some conditions. */
export interface Outlook {
  readonly wallMs: number;
  readonly rolloutsPerMinute: number;
  readonly rollouts: DurationStats;
}

/** A run as recorded, and as it would have been. */
export interface WhatIf {
  readonly before: Outlook;
  readonly after: Outlook;
  /** Rollouts in which something succeeded or failed only after a second try. */
  readonly neededRetry: number;
  /** What the replay takes for granted, to print beside it. */
  readonly assumptions: readonly string[];
}

/**
 * Replays recorded rollouts under changed conditions: each span keeps what it waited for and for how long it worked, and
 * moves with what it waited for. Without changes the recorded durations come out exactly. The wall time is the recorded one
 * scaled by the ratio of two schedules (rollouts in order of start on a fixed number of places), with and without the change.
 */
export function whatIf(rollouts: readonly AnalyzedRollout[], changes: WhatIfChanges): WhatIf {
  const replays = rollouts.map((rollout) => replayRollout(rollout.root, changes));
  const recorded = rollouts.map(({ durationNs }) => toMs(durationNs));
  const changed = replays.map(({ durationNs }) => durationNs / 1e6);
  const startNs = rollouts.reduce(
    (least, next) => (next.startNs < least ? next.startNs : least),
    rollouts[0]?.startNs ?? 0n,
  );
  const endNs = rollouts.reduce((most, next) => (next.endNs > most ? next.endNs : most), startNs);
  const wallMs = toMs(endNs - startNs);
  const places = Math.max(1, maxConcurrency(rollouts));
  const scheduled = scheduleWall(recorded, places);
  const newPlaces = Math.max(1, Math.round(places * (changes.concurrencyFactor ?? 1)));
  const ratio = scheduled === 0 ? 1 : scheduleWall(changed, newPlaces) / scheduled;
  return {
    before: outlook(recorded, wallMs),
    after: outlook(changed, wallMs * ratio),
    neededRetry: replays.filter(({ hasRetry }) => hasRetry).length,
    assumptions: assumptionsOf(changes, places, newPlaces),
  };
}

function outlook(durationsMs: readonly number[], wallMs: number): Outlook {
  const rolloutsPerMinute = wallMs === 0 ? 0 : (durationsMs.length * 60_000) / wallMs;
  return { wallMs, rolloutsPerMinute, rollouts: durationStats(durationsMs) };
}

function assumptionsOf(changes: WhatIfChanges, places: number, newPlaces: number): string[] {
  const assumptions = ['the same calls are made in the same order', 'queueing and network times stay as they were'];
  if (newPlaces !== places)
    assumptions.push(`${newPlaces} rollouts in flight instead of ${places} slow no server down`);
  if (changes.retries === 'off') assumptions.push('a rollout goes on after a request that is not repeated');
  return assumptions;
}
