/** The nearest-rank percentile (`share` 0 to 1) of values in ascending order; 0 when there are none. */
export function percentile(sorted: readonly number[], share: number): number {
  const rank = Math.min(sorted.length, Math.max(1, Math.ceil(share * sorted.length)));
  return sorted[rank - 1] ?? 0;
}

/** A copy in ascending order. */
export function ascending(values: Iterable<number>): number[] {
  return [...values].sort((a, b) => a - b);
}
