import { compareTimes } from '../assemble/compare-nodes.ts';
import type { SpanNode } from '../assemble/trace.ts';
import { readText, resendCountOf } from '../span-identity.ts';
import type { Category } from './category.ts';
import type { NodeClass } from './classify-nodes.ts';
import type { CriticalPath, PathSegment } from './critical-path.ts';

/** What a rollout waited for, one step finer than a category. */
export interface Cause {
  readonly category: Category;
  /** The tool or server it is about. */
  readonly subject: string;
  readonly durationNs: bigint;
  /** The one request (or, without one, span) that most of it went to. */
  readonly longest: {
    readonly spanId: string;
    readonly durationNs: bigint;
    /** Which try of its request it is, from 1. */
    readonly attempt: number;
  };
}

/** Sums a critical path by cause, longest first; the durations add up to the path's. */
export function findCauses(path: CriticalPath, classes: ReadonlyMap<SpanNode, NodeClass>): Cause[] {
  const causes = new Map<string, { category: Category; subject: string; parts: Map<SpanNode, bigint> }>();
  for (const segment of path.segments) {
    const subject = subjectOf(segment, classes);
    const key = `${segment.category} ${subject}`;
    let cause = causes.get(key);
    if (cause === undefined) causes.set(key, (cause = { category: segment.category, subject, parts: new Map() }));
    const owner = ownerOf(segment, classes);
    cause.parts.set(owner, (cause.parts.get(owner) ?? 0n) + segment.endNs - segment.startNs);
  }
  return [...causes.values()]
    .map(({ category, subject, parts }) => {
      const [node, durationNs] = [...parts].reduce((best, part) => (part[1] > best[1] ? part : best));
      const longest = { spanId: node.span.spanId, durationNs, attempt: resendCountOf(node.span) + 1 };
      return { category, subject, durationNs: [...parts.values()].reduce((sum, part) => sum + part, 0n), longest };
    })
    .sort((a, b) => compareTimes(b.durationNs, a.durationNs));
}

function ownerOf({ node, waitsFor }: PathSegment, classes: ReadonlyMap<SpanNode, NodeClass>): SpanNode {
  return waitsFor?.span.kind === 'CLIENT' ? waitsFor : (classes.get(node)?.request ?? node);
}

function subjectOf({ node, category, waitsFor }: PathSegment, classes: ReadonlyMap<SpanNode, NodeClass>): string {
  const { tool, request } = classes.get(node)!;
  if (category === 'agent') return node.server;
  if (tool !== undefined) return tool;
  if (waitsFor !== undefined && waitsFor.span.kind !== 'CLIENT') return waitsFor.server;
  const farRequest = waitsFor ?? (node === request ? node : undefined);
  return (farRequest && targetOf(farRequest, classes)) ?? node.server;
}

function targetOf(request: SpanNode, classes: ReadonlyMap<SpanNode, NodeClass>): string | undefined {
  const callee = classes.get(request)?.callee;
  if (callee !== undefined) return callee.server;
  const { attributes } = request.span;
  const parts = [readText(attributes, 'server.address'), readText(attributes, 'server.port')];
  return parts[0] === undefined ? undefined : parts.filter((part) => part !== undefined).join(':');
}
