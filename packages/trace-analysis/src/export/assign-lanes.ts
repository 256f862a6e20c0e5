import { compareTimes } from '../assemble/compare-nodes.ts';
import type { SpanNode } from '../assemble/trace.ts';
import { processOf } from '../span-identity.ts';

/** Gives each span of a trace the first lane of its process in which it lies within, or behind, all spans before it. */
export function assignLanes(nodes: readonly SpanNode[]): Map<SpanNode, number> {
  const lanesOf = new Map<string, SpanNode[][]>();
  const placed = new Map<SpanNode, number>();
  for (const node of [...nodes].sort(
    (a, b) => compareTimes(a.startNs, b.startNs) || compareTimes(b.endNs, a.endNs) || a.depth - b.depth,
  )) {
    const process = processOf(node.span);
    let lanes = lanesOf.get(process);
    if (lanes === undefined) lanesOf.set(process, (lanes = []));
    let lane = lanes.findIndex((open) => fits(open, node));
    if (lane === -1) lane = lanes.push([]) - 1;
    lanes[lane]!.push(node);
    placed.set(node, lane);
  }
  return placed;
}

/** `open` holds the lane's enclosing spans, outermost first; those that ended are taken off. */
function fits(open: SpanNode[], node: SpanNode): boolean {
  while (open.length > 0 && open.at(-1)!.endNs <= node.startNs) open.pop();
  const inner = open.at(-1);
  return inner === undefined || inner.endNs >= node.endNs;
}
