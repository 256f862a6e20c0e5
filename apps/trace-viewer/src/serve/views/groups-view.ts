import { groupLens } from '@gym/trace-analysis';
import type { AnalyzedRollout, Category } from '@gym/trace-analysis';

/** The attempts of one task, side by side; times in milliseconds after the first one's start. */
export interface GroupView {
  readonly task: string;
  /** First start to last end. */
  readonly wallMs: number;
  readonly failed: number;
  /** Longest duration over shortest. */
  readonly spread: number;
  /** The attempt that ended last, and how long all others waited for it. */
  readonly waitedForId: string;
  readonly aloneMs: number;
  readonly attempts: readonly {
    readonly rolloutId: string;
    readonly traceId: string;
    readonly offsetMs: number;
    readonly durationMs: number;
    readonly failed: boolean;
    readonly shares: Readonly<Record<Category, number>>;
  }[];
}

const maxGroups = 200;

/**
 * The tasks with more than one attempt, the one that waited longest for its last attempt first, 200 at most; or only `task`,
 * however many attempts it has.
 */
export function groupsView(rollouts: readonly AnalyzedRollout[], task?: string): GroupView[] {
  const wanted = task === undefined ? rollouts : rollouts.filter((rollout) => rollout.task === task);
  return groupLens(wanted)
    .filter(({ attempts }) => attempts.length > 1 || task !== undefined)
    .slice(0, maxGroups)
    .map(({ attempts, endNs, failed, spread, startNs, task: name, waitedFor }) => ({
      task: name,
      wallMs: toMs(endNs - startNs),
      failed,
      spread,
      waitedForId: waitedFor?.rollout.id ?? '',
      aloneMs: toMs(waitedFor?.aloneNs ?? 0n),
      attempts: attempts.map(({ durationNs, offsetNs, rollout, shares }) => ({
        rolloutId: rollout.id,
        traceId: rollout.trace.traceId,
        offsetMs: toMs(offsetNs),
        durationMs: toMs(durationNs),
        failed: rollout.failed,
        shares,
      })),
    }));
}

function toMs(ns: bigint): number {
  return Number(ns) / 1e6;
}
