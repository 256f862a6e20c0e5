import type { SpanNode } from '../assemble/trace.ts';
import type { NodeClass } from './classify-nodes.ts';
import type { PathSegment } from './critical-path.ts';
import type { Window } from './critical-windows.ts';

/** Cuts a stretch of a span without a child, before `next` (or the end), into the categories it holds; none when empty. */
export function splitGap(
  gap: Window,
  next: SpanNode | undefined,
  classes: ReadonlyMap<SpanNode, NodeClass>,
): PathSegment[] {
  if (gap.startNs >= gap.endNs) return [];
  const { work, callee } = classes.get(gap.node)!;
  const { node } = gap;
  if (node.span.kind === 'CLIENT' && callee !== undefined) {
    const boundary = node.startNs + queueNs(node, callee);
    return cut(gap, boundary, { category: 'queue', waitsFor: callee }, { category: work, waitsFor: callee });
  }
  const previous = next === undefined ? undefined : classes.get(next)?.previousTry;
  const own = { category: work, waitsFor: undefined };
  if (previous === undefined) return cut(gap, gap.endNs, own, own);
  return cut(gap, previous.endNs, own, { category: 'retry_backoff', waitsFor: next });
}

/** How long a request waited for its turn: what the way to the far side took longer than the way back, if anything. */
function queueNs(client: SpanNode, callee: SpanNode): bigint {
  const there = callee.startNs - client.startNs;
  const back = client.endNs > callee.endNs ? client.endNs - callee.endNs : 0n;
  return there > back ? there - back : 0n;
}

type Part = Pick<PathSegment, 'category' | 'waitsFor'>;

function cut({ node, startNs, endNs }: Window, at: bigint, before: Part, after: Part): PathSegment[] {
  const boundary = clamp(at, startNs, endNs);
  const segments: PathSegment[] = [];
  const { category, waitsFor } = before;
  if (startNs < boundary) segments.push({ node, category, startNs, endNs: boundary, waitsFor });
  const rest = { node, category: after.category, startNs: boundary, endNs, waitsFor: after.waitsFor };
  if (boundary < endNs) segments.push(rest);
  return segments;
}

function clamp(value: bigint, low: bigint, high: bigint): bigint {
  if (value < low) return low;
  return value > high ? high : value;
}
