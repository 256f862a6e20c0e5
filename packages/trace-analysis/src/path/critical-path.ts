import { compareTimes } from '../assemble/compare-nodes.ts';
import type { SpanNode } from '../assemble/trace.ts';
import type { Category } from './category.ts';
import { forCategories } from './category.ts';
import { classifyNodes } from './classify-nodes.ts';
import type { NodeClass } from './classify-nodes.ts';
import { criticalChildren } from './critical-windows.ts';
import type { Window } from './critical-windows.ts';
import { splitGap } from './split-gap.ts';

/** A stretch of time during which a rollout waited for one thing. */
export interface PathSegment {
  /** The innermost span that was waited for. */
  readonly node: SpanNode;
  readonly category: Category;
  readonly startNs: bigint;
  readonly endNs: bigint;
  /** For `queue` and `network` the far side's span, for `retry_backoff` the next try. */
  readonly waitsFor: SpanNode | undefined;
}

/** Where the time of one span tree went. */
export interface CriticalPath {
  readonly durationNs: bigint;
  /** By time, without gap or overlap, from the root's start to its end. */
  readonly segments: readonly PathSegment[];
  /** Nanoseconds; their sum is `durationNs` exactly. */
  readonly byCategory: Readonly<Record<Category, bigint>>;
}

/**
 * Gives every nanosecond of a span to exactly one category, along the critical path: back from the end, through the child
 * that ended last, to the innermost span that was open.
 *
 * Around a server's span a request's time is `network`, and `queue` as far as the way there took longer than the way
 * back (no connection free, the server busy). The pause between two tries of one request is `retry_backoff`.
 */
export function criticalPath(
  root: SpanNode,
  classes: ReadonlyMap<SpanNode, NodeClass> = classifyNodes(root),
): CriticalPath {
  const segments: PathSegment[] = [];
  const byCategory = forCategories(() => 0n);
  const waiting: Window[] = [{ node: root, startNs: root.startNs, endNs: root.endNs }];
  for (let window = waiting.pop(); window !== undefined; window = waiting.pop()) {
    const { node, endNs } = window;
    let { startNs } = window;
    for (const child of [...criticalChildren(window), undefined]) {
      const gap = { node, startNs, endNs: child?.startNs ?? endNs };
      for (const segment of splitGap(gap, child?.node, classes)) {
        byCategory[segment.category] += segment.endNs - segment.startNs;
        segments.push(segment);
      }
      if (child === undefined) break;
      waiting.push(child);
      startNs = child.endNs;
    }
  }
  segments.sort((a, b) => compareTimes(a.startNs, b.startNs));
  return { durationNs: root.endNs - root.startNs, segments, byCategory };
}
