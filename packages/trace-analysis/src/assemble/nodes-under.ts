import type { SpanNode } from './trace.ts';

/** A span and all its descendants, parents before children, siblings in order. */
export function nodesUnder(root: SpanNode): SpanNode[] {
  const nodes: SpanNode[] = [];
  const waiting = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    nodes.push(node);
    for (let at = node.children.length - 1; at >= 0; at -= 1) waiting.push(node.children[at]!);
  }
  return nodes;
}
