import type { SpanNode } from '../assemble/trace.ts';
import { readText, resendCountOf } from '../span-identity.ts';
import type { SpanRecord } from '../span-record.ts';

/** How many candidates are looked at for one earlier try; keeps a span with many requests linear. */
const candidatesLookedAt = 64;

const none: ReadonlyMap<SpanNode, SpanNode> = new Map();

/** For each request under a span that repeats another (`http.request.resend_count`), the try before it. */
export function findTries({ children }: SpanNode): ReadonlyMap<SpanNode, SpanNode> {
  if (!children.some(({ span }) => span.kind === 'CLIENT' && resendCountOf(span) > 0)) return none;
  const previous = new Map<SpanNode, SpanNode>();
  const requests = children.filter(({ span }) => span.kind === 'CLIENT');
  const byTry = new Map<string, SpanNode[]>();
  for (const request of requests) {
    const count = resendCountOf(request.span);
    const target = targetOf(request.span);
    const earlier = count === 0 ? [] : (byTry.get(`${count - 1} ${target}`) ?? []);
    const found = earlier.slice(-candidatesLookedAt).findLast(({ endNs }) => endNs <= request.startNs);
    if (found !== undefined) previous.set(request, found);
    const same = byTry.get(`${count} ${target}`);
    if (same === undefined) byTry.set(`${count} ${target}`, [request]);
    else same.push(request);
  }
  return previous;
}

function targetOf({ name, attributes }: SpanRecord): string {
  return `${name} ${readText(attributes, 'url.full') ?? ''} ${readText(attributes, 'server.address') ?? ''}`;
}
