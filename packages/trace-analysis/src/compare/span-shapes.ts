import type { Rollout } from '../assemble/rollout.ts';
import type { SpanNode } from '../assemble/trace.ts';
import { spanLabel } from '../fleet/span-label.ts';

/** A kind of span at its place: `<server> <name>` under `<server> <name>`. */
export interface SpanShape {
  readonly shape: string;
  /** The share of the run's rollouts that have it, 0 to 1. */
  readonly share: number;
}

/** The shapes of `rollouts` that none of `others` has, most common first. */
export function shapesOnlyIn(rollouts: readonly Rollout[], others: readonly Rollout[]): SpanShape[] {
  const known = countShapes(others);
  return [...countShapes(rollouts)]
    .filter(([shape]) => !known.has(shape))
    .map(([shape, count]) => ({ shape, share: count / rollouts.length }))
    .sort((a, b) => b.share - a.share);
}

function countShapes(rollouts: readonly Rollout[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { nodes, root } of rollouts) {
    const shapes = new Set(nodes.map((node) => shapeOf(node, node === root ? undefined : node.parent)));
    for (const shape of shapes) counts.set(shape, (counts.get(shape) ?? 0) + 1);
  }
  return counts;
}

function shapeOf(node: SpanNode, parent: SpanNode | undefined): string {
  const own = `${node.server} ${spanLabel(node)}`;
  return parent === undefined ? own : `${parent.server} ${spanLabel(parent)} > ${own}`;
}
