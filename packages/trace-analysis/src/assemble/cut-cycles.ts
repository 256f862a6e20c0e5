import { compareNodes } from './compare-nodes.ts';
import type { MutableNode } from './make-nodes.ts';
import type { TraceProblem } from './trace.ts';

/** Makes the earliest span of each cycle of parents a root, and adds it to `problems`. */
export function cutCycles(nodes: readonly MutableNode[], problems: TraceProblem[]): void {
  const settled = new Set<MutableNode>();
  for (const start of nodes) {
    // A parent that is settled is in no cycle any more; most spans come after their parent.
    if (start.parent === undefined || settled.has(start.parent)) {
      settled.add(start);
      continue;
    }
    const walk = new Set<MutableNode>();
    let node: MutableNode | undefined = start;
    while (node !== undefined && !settled.has(node) && !walk.has(node)) {
      walk.add(node);
      node = node.parent;
    }
    if (node !== undefined && walk.has(node)) {
      const path = [...walk];
      const earliest = path.slice(path.indexOf(node)).sort(compareNodes)[0]!;
      const { spanId } = earliest.span;
      earliest.parent = undefined;
      problems.push({ code: 'cycle', spanId, message: `span ${spanId} is its own ancestor; it is taken as a root` });
    }
    for (const seen of walk) settled.add(seen);
  }
}
