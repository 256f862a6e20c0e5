import type { SpanNode } from '../assemble/trace.ts';
import { pathOf } from '../path/work-of.ts';

/** A path segment that is a value, not a name: a number, a UUID, or hex or mixed digits of 8 and more. */
const valueSegment = /^(\d+|[0-9a-f]{8,}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?=.*\d)[\w-]{16,})$/i;

/** What to call a span in statistics: its name, and for a request the path as well, with values in it as `:id`. */
export function spanLabel({ span }: SpanNode): string {
  if (span.kind !== 'CLIENT') return span.name;
  const path = pathOf(span)
    .split('/')
    .map((part) => (valueSegment.test(part) ? ':id' : part))
    .join('/');
  return path === '' || span.name.endsWith(path) ? span.name : `${span.name} ${path}`;
}
