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
  const emit = (gap: Window, next: SpanNode | undefined): void => {
    for (const segment of splitGap(gap, next, classes)) {
      byCategory[segment.category] += segment.endNs - segment.startNs;
      segments.push(segment);
    }
  };
  const open = [openWindow({ node: root, startNs: root.startNs, endNs: root.endNs })];
  for (let window = open.at(-1); window !== undefined; window = open.at(-1)) {
    const { children, endNs, node } = window;
    const child = children.pop();
    emit({ node, startNs: window.at, endNs: child?.startNs ?? endNs }, child?.node);
    if (child === undefined) {
      open.pop();
      continue;
    }
    window.at = child.endNs;
    open.push(openWindow(child));
  }
  return { durationNs: root.endNs - root.startNs, segments, byCategory };
}

interface OpenWindow {
  readonly node: SpanNode;
  readonly endNs: bigint;
  /** Still to come, the next one last. */
  readonly children: Window[];
  /** How far it is gone through. */
  at: bigint;
}

function openWindow(window: Window): OpenWindow {
  const { endNs, node, startNs } = window;
  return { node, endNs, children: criticalChildren(window), at: startNs };
}
