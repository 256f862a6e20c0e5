import { analyzeSpans } from '@gym/trace-analysis';
import type { Category, PathSegment, SpanNode, SpanRecord, TraceProblem } from '@gym/trace-analysis';

import { explainTrace } from './explain-trace.ts';
import { toColumns } from './span-columns.ts';
import type { PathPart, SpanColumns, SpanRow } from './span-columns.ts';

/** A trace for the page: its spans, and what was found in its rollouts. */
export interface TraceView {
  readonly traceId: string;
  readonly durationMs: number;
  readonly rollouts: readonly {
    readonly rolloutId: string;
    readonly score: number;
    readonly gaps: readonly string[];
    readonly causes: readonly { readonly category: Category; readonly subject: string; readonly durationMs: number }[];
  }[];
  /** What is wrong with the spans, and what only looks so. */
  readonly problems: readonly string[];
  readonly notes: readonly string[];
  /** As a tree in order: parents first. A name is at most 300 characters, a row's path its 200 longest pieces. */
  readonly spans: SpanColumns;
}

const maxParts = 200;
const maxName = 300;
const maxProblems = 20;

/** Makes the waterfall of a trace; undefined when it has no spans. */
export function traceView(spans: readonly SpanRecord[]): TraceView | undefined {
  const analysis = analyzeSpans(spans);
  const { rollouts } = analysis;
  const [trace] = analysis.traces;
  if (trace === undefined) return undefined;
  const toMs = (ns: bigint): number => Number(ns) / 1e6;
  const onPath = new Map<SpanNode, PathSegment[]>();
  for (const segment of rollouts.flatMap(({ path }) => path.segments)) {
    const segments = onPath.get(segment.node);
    if (segments === undefined) onPath.set(segment.node, [segment]);
    else segments.push(segment);
  }
  const partOf = ({ category, endNs, startNs }: PathSegment): PathPart => ({
    category,
    startMs: toMs(startNs - trace.startNs),
    durationMs: toMs(endNs - startNs),
  });
  const nextCopy = copyCounter(trace.problems);
  const rows = function* (): Generator<SpanRow> {
    for (const node of trace.nodes)
      yield {
        spanId: node.span.spanId,
        copy: nextCopy(node.span.spanId),
        name: node.span.name.slice(0, maxName),
        server: node.server,
        depth: node.depth,
        startMs: toMs(node.startNs - trace.startNs),
        durationMs: toMs(node.endNs - node.startNs),
        isError: node.span.status === 'ERROR',
        path: longestParts((onPath.get(node) ?? []).map(partOf)),
      };
  };
  return {
    traceId: trace.traceId,
    durationMs: toMs(trace.endNs - trace.startNs),
    rollouts: rollouts.map(({ id, audit, causes }) => ({
      rolloutId: id,
      score: audit.score,
      gaps: audit.gaps.map(({ message }) => message),
      causes: causes.map(({ category, subject, durationNs }) => ({ category, subject, durationMs: toMs(durationNs) })),
    })),
    problems: firstProblems(trace.problems),
    notes: explainTrace(trace, analysis),
    spans: toColumns(rows()),
  };
}

/**
 * The span that {@link traceView} has as copy number `copy` of an id; its times are corrected as the waterfall's are.
 * Undefined when there is none.
 */
export function spanCopy(spans: readonly SpanRecord[], spanId: string, copy: number): SpanRecord | undefined {
  const [trace] = analyzeSpans(spans).traces;
  return trace?.nodes.filter(({ span }) => span.spanId === spanId)[copy]?.span;
}

/** Counts how often an id was asked for, of those that several spans have; 0 for all others. */
function copyCounter(problems: readonly TraceProblem[]): (spanId: string) => number {
  const next = new Map<string, number>();
  for (const { code, spanId } of problems) if (code === 'duplicate_span_id') next.set(spanId, 0);
  return (spanId) => {
    const copy = next.get(spanId) ?? 0;
    if (next.has(spanId)) next.set(spanId, copy + 1);
    return copy;
  };
}

function firstProblems(problems: readonly TraceProblem[]): string[] {
  const messages = [...new Set(problems.map(({ message }) => message))];
  const left = messages.length - maxProblems;
  return left > 0 ? [...messages.slice(0, maxProblems), `and ${left} more like these`] : messages;
}

/** A span between thousands of children has thousands of pieces, of which nobody can see the short ones. */
function longestParts(parts: readonly PathPart[]): readonly PathPart[] {
  if (parts.length <= maxParts) return parts;
  const shortest = parts.map(({ durationMs }) => durationMs).sort((a, b) => b - a)[maxParts]!;
  return parts.filter(({ durationMs }) => durationMs > shortest);
}
