import { compareTimes } from '../assemble/compare-nodes.ts';
import type { SpanNode } from '../assemble/trace.ts';

/** The part of a span that the rollout waited for. */
export interface Window {
  readonly node: SpanNode;
  readonly startNs: bigint;
  readonly endNs: bigint;
}

/**
 * The children a span waited for, each with its window, the last one first; windows never overlap and lie within the given one.
 *
 * Walks back from the end: of the children already running, the one that ends last was waited for, back to its start; from
 * there again. A child outside its parent (longer, skewed, late) counts only as far as the window goes.
 */
export function criticalChildren({ node, startNs, endNs }: Window): Window[] {
  const lastFirst = [...node.children].sort(
    (a, b) => compareTimes(b.endNs, a.endNs) || compareTimes(a.startNs, b.startNs),
  );
  const windows: Window[] = [];
  let cursor = endNs;
  for (const child of lastFirst) {
    const from = child.startNs > startNs ? child.startNs : startNs;
    const to = child.endNs < cursor ? child.endNs : cursor;
    if (from >= to) continue;
    windows.push({ node: child, startNs: from, endNs: to });
    cursor = from;
  }
  return windows;
}
