import type { TextMapGetter } from '@opentelemetry/api';

/** Every value of a header, in order; empty when it is not there. */
export type HeaderValues = readonly string[];

const none: HeaderValues = [];

function toValues(found: unknown): HeaderValues {
  if (typeof found === 'string') return [found];
  return Array.isArray(found) ? found.filter((value) => typeof value === 'string') : none;
}

/**
 * Reads the header `name` (lower case) from a carrier, its name in any case.
 *
 * The getter is asked for the lower-case name first, then for the carrier's own spellings of it, all of them: a plain
 * object can hold `Traceparent` and `TRACEPARENT`. Source: W3C Trace Context, sections 3.2.1 and 3.3.1.
 */
export function readHeader<C>(carrier: C, getter: TextMapGetter<C>, name: string): HeaderValues {
  const found = getter.get(carrier, name);
  if (found !== undefined && found !== null) return toValues(found);
  const spellings = getter.keys(carrier).filter((key) => key.length === name.length && key.toLowerCase() === name);
  return spellings.length === 0 ? none : spellings.flatMap((key) => toValues(getter.get(carrier, key)));
}
