/** Durations counted in slices of equal width. */
export interface Histogram {
  readonly counts: readonly number[];
  readonly maxMs: number;
  /** Slices from this one on are the tail: all in them is slower than the 95th percentile. */
  readonly tailFrom: number;
}

/** Counts durations (milliseconds) in `slices` slices from 0 to the longest. */
export function durationHistogram(durationsMs: readonly number[], slices = 40): Histogram {
  const sorted = [...durationsMs].sort((a, b) => a - b);
  const maxMs = sorted.at(-1) ?? 0;
  const sliceOf = (ms: number): number => (maxMs <= 0 ? 0 : Math.min(slices - 1, Math.floor((ms / maxMs) * slices)));
  const counts = Array.from({ length: slices }, () => 0);
  for (const ms of sorted) counts[sliceOf(ms)]! += 1;
  const p95 = sorted[Math.max(0, Math.ceil(sorted.length * 0.95) - 1)] ?? 0;
  return { counts, maxMs, tailFrom: sliceOf(p95) + 1 };
}
