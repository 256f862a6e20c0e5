import { detachWithLink, runWithRolloutId } from '@gym/telemetry';

import { explainFailure } from '../explain-failure.ts';
import type { RolloutResult } from '../shapes/responses.ts';
import type { PlannedRollout } from './plan-rollouts.ts';

/** A rollout that ended: with its result row, or with what went wrong. `durationMs` is wall time at the driver. */
export type CollectedRollout = { readonly rollout: PlannedRollout; readonly durationMs: number } & (
  | { readonly ok: true; readonly result: RolloutResult }
  | { readonly ok: false; readonly error: string }
);

/** How rollouts are collected: at most `concurrency` at a time; no new one starts once `signal` is aborted. */
export interface CollectOptions {
  readonly concurrency: number;
  readonly signal: AbortSignal;
  /** Runs one rollout at its agent. */
  run(rollout: PlannedRollout): Promise<RolloutResult>;
  /** Takes each rollout as it ends; a rejection ends the collection. */
  onRollout(collected: CollectedRollout): Promise<void>;
}

async function runOne(rollout: PlannedRollout, options: CollectOptions): Promise<CollectedRollout> {
  const startedAt = performance.now();
  const ended = (): number => performance.now() - startedAt;
  try {
    // Each rollout is a trace of its own that links to gym.job.
    const result = await detachWithLink(() => runWithRolloutId(rollout.id, () => options.run(rollout)));
    return { rollout, ok: true, result, durationMs: ended() };
  } catch (error) {
    return { rollout, ok: false, error: explainFailure(error), durationMs: ended() };
  }
}

/** Runs all rollouts. One that fails does not stop the others; one cut short by `signal` is not reported at all. */
export async function collectRollouts(rollouts: readonly PlannedRollout[], options: CollectOptions): Promise<void> {
  const waiting = rollouts.values();
  let broken = false;
  const work = async (): Promise<void> => {
    for (const rollout of waiting) {
      if (options.signal.aborted || broken) return;
      const collected = await runOne(rollout, options);
      if (!collected.ok && options.signal.aborted) return;
      try {
        await options.onRollout(collected);
      } catch (error) {
        broken = true;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(options.concurrency, rollouts.length) }, work));
}
