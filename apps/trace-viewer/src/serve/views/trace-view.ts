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
  /** What the critical path waited for while it was in this span itself, by time, the longest 200 pieces; empty off the path. */
  readonly path: readonly PathPart[];
}

/** A piece of the critical path, times in milliseconds after the trace's start. */
export interface PathPart {
  readonly category: Category;
  readonly startMs: number;
  readonly durationMs: number;
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

const maxParts = 200;

/** Makes the waterfall of a trace; undefined when it has no spans. */
export function traceView(spans: readonly SpanRecord[]): TraceView | undefined {
  const { traces, rollouts } = analyzeSpans(spans);
  const [trace] = traces;
  if (trace === undefined) return undefined;
  const toMs = (ns: bigint): number => Number(ns) / 1e6;
  const onPath = new Map<SpanNode, PathPart[]>();
  for (const { category, endNs, node, startNs } of rollouts.flatMap(({ path }) => path.segments)) {
    const parts = onPath.get(node) ?? [];
    onPath.set(node, parts);
    parts.push({ category, startMs: toMs(startNs - trace.startNs), durationMs: toMs(endNs - startNs) });
  }
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
      path: longestParts(onPath.get(node) ?? []),
    })),
  };
}

/** A span between thousands of children has thousands of pieces, of which nobody can see the short ones. */
function longestParts(parts: readonly PathPart[]): readonly PathPart[] {
  if (parts.length <= maxParts) return parts;
  const shortest = parts.map(({ durationMs }) => durationMs).sort((a, b) => b - a)[maxParts]!;
  return parts.filter(({ durationMs }) => durationMs > shortest);
}
