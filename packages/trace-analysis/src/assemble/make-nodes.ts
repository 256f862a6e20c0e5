import { serverOf } from '../span-identity.ts';
import type { SpanRecord } from '../span-record.ts';
import type { SpanNode, TraceProblem } from './trace.ts';

/** A node while its tree is built. */
export interface MutableNode extends SpanNode {
  parent: MutableNode | undefined;
  readonly children: MutableNode[];
  depth: number;
  readonly startNs: bigint;
  readonly endNs: bigint;
}

/** One node per span of a trace, with its parent where that is there; adds what is wrong to `problems`. */
export function makeNodes(spans: readonly SpanRecord[], problems: TraceProblem[]): MutableNode[] {
  const nodes: MutableNode[] = [];
  const byId = new Map<string, MutableNode>();
  const laterById = new Map<string, MutableNode[]>();
  for (const span of spans) {
    const { spanId } = span;
    const first = byId.get(spanId);
    const later = first === undefined ? undefined : laterById.get(spanId);
    if (first !== undefined && (isRepeated(first.span, span) || later?.some((node) => isRepeated(node.span, span)))) {
      problems.push({ code: 'repeated_span', spanId, message: `span ${spanId} was recorded twice; one is kept` });
      continue;
    }
    if (first !== undefined)
      problems.push({ code: 'duplicate_span_id', spanId, message: `two different spans have the id ${spanId}` });
    const isBackwards = span.endNs < span.startNs;
    if (isBackwards)
      problems.push({
        code: 'ends_before_start',
        spanId,
        message: `span ${spanId} ends before it starts; shown as empty`,
      });
    const node: MutableNode = {
      span,
      server: serverOf(span),
      parent: undefined,
      children: [],
      depth: 0,
      startNs: span.startNs,
      endNs: isBackwards ? span.startNs : span.endNs,
      isOrphan: false,
    };
    nodes.push(node);
    if (first === undefined) byId.set(spanId, node);
    else if (later === undefined) laterById.set(spanId, [node]);
    else later.push(node);
  }
  for (const node of nodes) linkParent(node, byId, problems);
  return nodes;
}

function linkParent(
  node: { -readonly [Key in keyof MutableNode]: MutableNode[Key] },
  byId: ReadonlyMap<string, MutableNode>,
  problems: TraceProblem[],
): void {
  const { spanId, parentSpanId } = node.span;
  if (parentSpanId === undefined) return;
  node.parent = byId.get(parentSpanId);
  if (node.parent !== undefined) return;
  node.isOrphan = true;
  problems.push({
    code: 'orphan',
    spanId,
    message: `span ${spanId} names the parent ${parentSpanId}, which is missing`,
  });
}

function isRepeated(a: SpanRecord, b: SpanRecord): boolean {
  return (
    a.name === b.name &&
    a.kind === b.kind &&
    a.startNs === b.startNs &&
    a.endNs === b.endNs &&
    a.parentSpanId === b.parentSpanId
  );
}
