import type { SpanNode } from './trace.ts';

/** Orders two times. */
export function compareTimes(a: bigint, b: bigint): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** The order of siblings: by start, then longest first, then id. */
export function compareNodes(a: SpanNode, b: SpanNode): number {
  const byTime = compareTimes(a.startNs, b.startNs) || compareTimes(b.endNs, a.endNs);
  if (byTime !== 0 || a.span.spanId === b.span.spanId) return byTime;
  return a.span.spanId < b.span.spanId ? -1 : 1;
}
