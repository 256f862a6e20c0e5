import type { SpanNode } from '@gym/trace-analysis';

import type { Hop } from './expected-hops.ts';

/** A span or hop for people: `POST /verify (world_tools)`. */
export function label(name: string, server: string): string {
  return server === '' ? name : `${name} (${server})`;
}

function fits({ server, span }: SpanNode, hop: Hop): boolean {
  return server === hop.server && hop.names.includes(span.name);
}

function below({ children, server, span }: SpanNode, hop: Hop): readonly string[] {
  return missingHops(children, hop.children, label(span.name, server));
}

/**
 * Compares spans with the hops expected among them, all the way down; gives a sentence for each hop that is missing.
 *
 * Spans that are not expected (repeated attempts, a library's own) are no problem, and one whose parent was only guessed
 * is no hop. A complete match is preferred, so that a hole is reported where it is.
 */
export function missingHops(nodes: readonly SpanNode[], hops: readonly Hop[], parent: string): readonly string[] {
  const free = new Set(nodes.filter(({ isOrphan }) => !isOrphan));
  const incomplete = hops.filter((hop) => {
    const match = [...free].find((node) => fits(node, hop) && below(node, hop).length === 0);
    if (match) free.delete(match);
    return !match;
  });
  return incomplete.flatMap((hop) => {
    const candidates = [...free].filter((node) => fits(node, hop)).map((node) => ({ node, missing: below(node, hop) }));
    const [closest] = candidates.sort((a, b) => a.missing.length - b.missing.length);
    if (!closest) return [`missing hop ${label(hop.names[0]!, hop.server)} below ${parent}`];
    free.delete(closest.node);
    return closest.missing;
  });
}
