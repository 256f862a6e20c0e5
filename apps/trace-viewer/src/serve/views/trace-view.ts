import { analyzeSpans } from '@gym/trace-analysis';
import type { Category, SpanNode, SpanRecord } from '@gym/trace-analysis';

/** One span of a waterfall, times in milliseconds after the trace's start. */
export interface SpanRow {
  readonly spanId: string;
  readonly name: string;
  readonly server: string;
  readonly depth: number;
  readonly startMs: number;
  readonly durationMs: number;
  readonly isError: boolean;
  /** What the critical path waited for here; undefined off the path. */
  readonly category: Category | undefined;
}

/** A trace for the page: its spans as a tree in order, and what was found in its rollouts. */
export interface TraceView {
  readonly traceId: string;
  readonly durationMs: number;
  readonly rollouts: readonly {
    readonly rolloutId: string;
    readonly score: number;
    readonly gaps: readonly string[];
    readonly causes: readonly { readonly category: Category; readonly subject: string; readonly durationMs: number }[];
  }[];
  readonly problems: readonly string[];
  readonly rows: readonly SpanRow[];
}

/** Makes the waterfall of a trace; undefined when it has no spans. */
export function traceView(spans: readonly SpanRecord[]): TraceView | undefined {
  const { traces, rollouts } = analyzeSpans(spans);
  const [trace] = traces;
  if (trace === undefined) return undefined;
  const onPath = new Map<SpanNode, Category>();
  for (const { path } of rollouts) for (const { node, category } of path.segments) onPath.set(node, category);
  const toMs = (ns: bigint): number => Number(ns) / 1e6;
  return {
    traceId: trace.traceId,
    durationMs: toMs(trace.endNs - trace.startNs),
    rollouts: rollouts.map(({ id, audit, causes }) => ({
      rolloutId: id,
      score: audit.score,
      gaps: audit.gaps.map(({ message }) => message),
      causes: causes.map(({ category, subject, durationNs }) => ({ category, subject, durationMs: toMs(durationNs) })),
    })),
    problems: trace.problems.slice(0, 20).map(({ message }) => message),
    rows: trace.nodes.map((node) => ({
      spanId: node.span.spanId,
      name: node.span.name,
      server: node.server,
      depth: node.depth,
      startMs: toMs(node.startNs - trace.startNs),
      durationMs: toMs(node.endNs - node.startNs),
      isError: node.span.status === 'ERROR',
      category: onPath.get(node),
    })),
  };
}
