import type { SpanRecord } from '../span-record.ts';
import { adoptOrphans } from './adopt-orphans.ts';
import { compareNodes, compareTimes } from './compare-nodes.ts';
import { cutCycles } from './cut-cycles.ts';
import { makeNodes } from './make-nodes.ts';
import type { MutableNode } from './make-nodes.ts';
import { nodesUnder } from './nodes-under.ts';
import { traceKindOf } from './trace-kind.ts';
import type { Trace, TraceProblem } from './trace.ts';

/**
 * Builds one tree per trace id, in order of start, from spans in any order; input it never changes.
 *
 * Every span is placed, whatever is wrong: a record sent twice is kept once, a second span with a used id is a span of its
 * own (children go to the first), a cycle is cut at its earliest span, and an orphan hangs under the deepest span that
 * encloses it in time, or is a root when none does. Each of these is in `problems`. Works on chains of any depth.
 */
export function assembleTraces(spans: readonly SpanRecord[]): Trace[] {
  const byTrace = new Map<string, SpanRecord[]>();
  for (const span of spans) {
    const group = byTrace.get(span.traceId);
    if (group === undefined) byTrace.set(span.traceId, [span]);
    else group.push(span);
  }
  const traces = [...byTrace].map(([traceId, group]) => assembleTrace(traceId, group));
  return traces.sort((a, b) => compareTimes(a.startNs, b.startNs));
}

function assembleTrace(traceId: string, spans: readonly SpanRecord[]): Trace {
  const problems: TraceProblem[] = [];
  const all = makeNodes(spans, problems);
  cutCycles(all, problems);
  for (const node of all) node.parent?.children.push(node);
  for (const node of all) node.children.sort(compareNodes);
  const roots = adoptOrphans(all.filter((node) => node.parent === undefined).sort(compareNodes));
  const nodes = roots.flatMap(nodesUnder) as MutableNode[];
  for (const node of nodes) node.depth = node.parent === undefined ? 0 : node.parent.depth + 1;
  let [startNs, endNs] = [nodes[0]!.startNs, nodes[0]!.endNs];
  for (const node of nodes) {
    if (node.startNs < startNs) startNs = node.startNs;
    if (node.endNs > endNs) endNs = node.endNs;
  }
  return { traceId, kind: traceKindOf(roots, nodes), roots, nodes, startNs, endNs, problems };
}
