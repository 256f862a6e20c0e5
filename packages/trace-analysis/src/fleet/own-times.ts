import { compareTimes } from '../assemble/compare-nodes.ts';
import type { SpanNode } from '../assemble/trace.ts';

/**
 * How long a server worked on each request itself: the request's time without that in which a request of its own was open.
 * `nodes` are a rollout's, parents before children; the answer has the spans whose parent is of another server, or not there.
 */
export function ownTimes(nodes: readonly SpanNode[]): Map<SpanNode, bigint> {
  const entryOf = new Map<SpanNode, SpanNode>();
  const away = new Map<SpanNode, SpanNode[]>();
  for (const node of nodes) {
    const above = node.parent === undefined ? undefined : entryOf.get(node.parent);
    const isEntry = above === undefined || node.parent?.server !== node.server;
    const entry = isEntry ? node : above;
    entryOf.set(node, entry);
    if (isEntry) away.set(node, []);
    if (isEntry && above !== undefined) away.get(above)?.push(node);
    if (node.span.kind === 'CLIENT') away.get(entry)?.push(node);
  }
  return new Map([...away].map(([entry, calls]) => [entry, entry.endNs - entry.startNs - covered(entry, calls)]));
}

/** How much of a span's time at least one of some calls was open. */
function covered({ startNs, endNs }: SpanNode, calls: readonly SpanNode[]): bigint {
  let [total, reached] = [0n, startNs];
  for (const call of [...calls].sort((a, b) => compareTimes(a.startNs, b.startNs))) {
    const from = call.startNs > reached ? call.startNs : reached;
    const to = call.endNs < endNs ? call.endNs : endNs;
    if (to <= from) continue;
    total += to - from;
    reached = to;
  }
  return total;
}
