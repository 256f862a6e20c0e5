import type { AnalyzedRollout } from '../analyze-spans.ts';
import type { Category } from '../path/category.ts';
import { forCategories } from '../path/category.ts';
import type { DurationStats } from './span-stats.ts';
import { durationStats, toMs } from './span-stats.ts';

/** A slice of a run. */
export interface TimelineBucket {
  readonly startNs: bigint;
  readonly endNs: bigint;
  /** Rollout time spent in the slice, over all rollouts in flight. */
  readonly byCategoryNs: Readonly<Record<Category, bigint>>;
  /** Durations of the rollouts that ended in the slice. */
  readonly ended: DurationStats;
}

/** What to slice. */
export interface TimelineOptions {
  readonly startNs: bigint;
  readonly endNs: bigint;
  /** How many slices; a shorter run than that many nanoseconds has fewer. */
  readonly buckets: number;
}

/** Slices a run's time evenly; every nanosecond of every path lies in exactly one slice. Empty for an empty time. */
export function timeline(rollouts: readonly AnalyzedRollout[], options: TimelineOptions): TimelineBucket[] {
  const { startNs, endNs } = options;
  const total = endNs - startNs;
  const count = BigInt(Math.max(1, Math.floor(options.buckets)));
  if (total <= 0n) return [];
  const width = (total + count - 1n) / count;
  const slices = Array.from({ length: Number((total + width - 1n) / width) }, () => ({
    byCategoryNs: forCategories(() => 0n),
    durations: [] as number[],
  }));
  const last = BigInt(slices.length - 1);
  for (const rollout of rollouts) {
    const ended = (rollout.endNs - startNs) / width;
    slices[Number(ended < last ? ended : last)]?.durations.push(toMs(rollout.durationNs));
    for (const segment of rollout.path.segments) {
      for (let from = segment.startNs; from < segment.endNs;) {
        const at = (from - startNs) / width;
        const edge = startNs + (at + 1n) * width;
        const to = edge < segment.endNs ? edge : segment.endNs;
        const slice = slices[Number(at)];
        if (slice !== undefined) slice.byCategoryNs[segment.category] += to - from;
        from = to;
      }
    }
  }
  return slices.map(({ byCategoryNs, durations }, at) => {
    const from = startNs + BigInt(at) * width;
    const to = from + width < endNs ? from + width : endNs;
    return { startNs: from, endNs: to, byCategoryNs, ended: durationStats(durations) };
  });
}
