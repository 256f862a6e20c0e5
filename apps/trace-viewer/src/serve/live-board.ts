import { rolloutIdOf, runIdOf, serverOf } from '@gym/trace-analysis';
import type { SpanRecord } from '@gym/trace-analysis';

/** A rollout whose last span has not arrived. */
export interface LiveRollout {
  readonly traceId: string;
  readonly runId: string;
  /** `''` until a span names it. */
  readonly rolloutId: string;
  /** The span that ended last: `<server> <name>`. */
  readonly lastSpan: string;
  /** How long ago it ended, in milliseconds: so long lasts what came after it. */
  readonly sinceMs: number;
  readonly spans: number;
  /** Milliseconds since the epoch. */
  readonly startMs: number;
}

/** What is going on now. */
export interface LiveState {
  /** Spans received since the start. */
  readonly received: number;
  /** Requests refused since the start because the store was behind. */
  readonly refused: number;
  /** Log records dropped since the start because they belong to no trace. */
  readonly logsWithoutTrace: number;
  /** Rollouts that ended in the last ten seconds, per second. */
  readonly rolloutsPerSecond: number;
  readonly inFlightCount: number;
  /** Oldest first, at most 100. */
  readonly inFlight: readonly LiveRollout[];
}

/** Follows the rollouts in flight from the spans that arrive. */
export interface LiveBoard {
  add(spans: readonly SpanRecord[]): void;
  refuse(): void;
  dropLogs(count: number): void;
  state(nowMs: number): LiveState;
}

const maxTraces = 5000;
const idleMs = 10 * 60_000;
const windowMs = 10_000;

interface Followed {
  traceId: string;
  runId: string;
  rolloutId: string;
  lastSpan: string;
  spans: number;
  startMs: number;
  endMs: number;
  seenMs: number;
}

/**
 * Makes a board; `now` is the clock, in milliseconds. A span arrives when it ends, so a rollout is in flight from its first
 * inner span to its `gym.rollout` span. At most 5000 are followed; one that is silent for ten minutes is dropped.
 */
export function createLiveBoard(now: () => number): LiveBoard {
  const followed = new Map<string, Followed>();
  const done = new Map<string, number>();
  let [received, refused, logsWithoutTrace] = [0, 0, 0];

  const follow = (span: SpanRecord, nowMs: number): void => {
    const { traceId } = span;
    if (span.name === 'gym.rollout') {
      followed.delete(traceId);
      done.set(traceId, nowMs);
      if (done.size > maxTraces) done.delete(done.keys().next().value ?? '');
      return;
    }
    if (
      done.has(traceId) ||
      span.name.startsWith('gym.startup') ||
      span.name.startsWith('gym.server.') ||
      span.name === 'gym.job'
    )
      return;
    const [startMs, endMs] = [Number(span.startNs / 1_000_000n), Number(span.endNs / 1_000_000n)];
    const seen = followed.get(traceId);
    const lastSpan = `${serverOf(span)} ${span.name}`;
    if (seen === undefined) {
      followed.set(traceId, {
        traceId,
        runId: runIdOf(span) ?? '',
        rolloutId: rolloutIdOf(span) ?? '',
        lastSpan,
        spans: 1,
        startMs,
        endMs,
        seenMs: nowMs,
      });
      if (followed.size > maxTraces) followed.delete(followed.keys().next().value ?? '');
      return;
    }
    Object.assign(seen, { spans: seen.spans + 1, startMs: Math.min(seen.startMs, startMs), seenMs: nowMs });
    // Processes send in batches of their own, so that what arrives last need not have ended last.
    if (endMs >= seen.endMs) Object.assign(seen, { lastSpan, endMs });
    seen.rolloutId ||= rolloutIdOf(span) ?? '';
  };

  return {
    add(spans) {
      received += spans.length;
      const nowMs = now();
      for (const span of spans) follow(span, nowMs);
    },
    refuse() {
      refused += 1;
    },
    dropLogs(count) {
      logsWithoutTrace += count;
    },
    state(nowMs) {
      for (const [traceId, { seenMs }] of followed) if (nowMs - seenMs > idleMs) followed.delete(traceId);
      const ended = [...done.values()].filter((endMs) => nowMs - endMs <= windowMs).length;
      // Traces that no span has tied to a rollout yet may be anything, such as a health check.
      const inFlight = [...followed.values()]
        .filter(({ rolloutId }) => rolloutId !== '')
        .sort((a, b) => a.startMs - b.startMs);
      return {
        received,
        refused,
        logsWithoutTrace,
        rolloutsPerSecond: ended / (windowMs / 1000),
        inFlightCount: inFlight.length,
        inFlight: inFlight.slice(0, 100).map((rollout) => toLiveRollout(rollout, nowMs)),
      };
    },
  };
}

function toLiveRollout(followed: Followed, nowMs: number): LiveRollout {
  const { endMs, lastSpan, rolloutId, runId, spans, startMs, traceId } = followed;
  return { traceId, runId, rolloutId, lastSpan, spans, startMs, sinceMs: Math.max(0, nowMs - endMs) };
}
