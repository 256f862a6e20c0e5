import type { SpanRecord } from './span-record.ts';

/** The spans of one trace as a tree: `roots` have no parent, `orphans` name one that is not there. */
export interface Trace {
  readonly traceId: string;
  readonly spans: readonly SpanRecord[];
  readonly roots: readonly SpanRecord[];
  readonly orphans: readonly SpanRecord[];
  childrenOf(span: SpanRecord): readonly SpanRecord[];
}

function buildTrace(traceId: string, spans: readonly SpanRecord[]): Trace {
  const ids = new Set(spans.map((span) => span.spanId));
  const children = new Map<string, SpanRecord[]>();
  for (const span of spans) {
    if (span.parentSpanId === undefined) continue;
    children.set(span.parentSpanId, [...(children.get(span.parentSpanId) ?? []), span]);
  }
  return {
    traceId,
    spans,
    roots: spans.filter((span) => span.parentSpanId === undefined),
    orphans: spans.filter((span) => span.parentSpanId !== undefined && !ids.has(span.parentSpanId)),
    childrenOf: (span) => children.get(span.spanId) ?? [],
  };
}

/** Sorts spans into traces, each in the order of start times. */
export function buildTraces(spans: readonly SpanRecord[]): readonly Trace[] {
  const byTrace = new Map<string, SpanRecord[]>();
  for (const span of spans.toSorted((a, b) => a.startMs - b.startMs)) {
    const known = byTrace.get(span.traceId);
    if (known) known.push(span);
    else byTrace.set(span.traceId, [span]);
  }
  return [...byTrace].map(([traceId, own]) => buildTrace(traceId, own));
}
