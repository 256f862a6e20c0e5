import type { Trace } from './build-trace.ts';
import type { Hop } from './expected-hops.ts';
import type { SpanRecord } from './span-record.ts';

/** A span or hop for people: `POST /verify (world_tools)`. */
export function label(name: string, server: string): string {
  return server === '' ? name : `${name} (${server})`;
}

function fits(span: SpanRecord, hop: Hop): boolean {
  return span.server === hop.server && hop.names.includes(span.name);
}

function below(trace: Trace, span: SpanRecord, hop: Hop): readonly string[] {
  return missingHops(trace, trace.childrenOf(span), hop.children, label(span.name, span.server));
}

/**
 * Compares spans with the hops expected among them, all the way down; gives a sentence for each hop that is missing.
 *
 * Spans that are not expected (repeated attempts, a library's own) are no problem. A complete match is preferred, so that
 * a hole is reported where it is.
 */
export function missingHops(
  trace: Trace,
  spans: readonly SpanRecord[],
  hops: readonly Hop[],
  parent: string,
): readonly string[] {
  const free = new Set(spans);
  const incomplete = hops.filter((hop) => {
    const match = [...free].find((span) => fits(span, hop) && below(trace, span, hop).length === 0);
    if (match) free.delete(match);
    return !match;
  });
  return incomplete.flatMap((hop) => {
    const candidates = [...free]
      .filter((span) => fits(span, hop))
      .map((span) => ({ span, missing: below(trace, span, hop) }));
    const [closest] = candidates.sort((a, b) => a.missing.length - b.missing.length);
    if (!closest) return [`missing hop ${label(hop.names[0]!, hop.server)} below ${parent}`];
    free.delete(closest.span);
    return closest.missing;
  });
}
