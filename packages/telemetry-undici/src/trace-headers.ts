import { propagation } from '@opentelemetry/api';
import type { Context, TextMapSetter } from '@opentelemetry/api';

import type { CarriedContext } from './carried-context.ts';
import { flattenHeaders, isIterable, type FlatHeaders } from './flatten-headers.ts';

const flatSetter: TextMapSetter<FlatHeaders> = {
  set(carrier, name, value) {
    carrier.push(name, value);
  },
};

/**
 * The caller's headers with those of `carried` added, in a new object or array; the caller's own is never changed.
 *
 * A name the caller has set, in any case, is not added again: its `traceparent` wins, and then only `baggage` is added.
 * Of several `traceparent` the first one stays. A flat array and an iterable become a flat array; an object stays an
 * object unless `flat`, since undici's retry handler spreads the headers it is given. What undici would refuse is
 * handed on as it is, so that its error reaches the caller.
 */
export function traceHeaders(carried: CarriedContext, headers: unknown, flat: boolean): unknown {
  if (typeof carried === 'string' && flat && (headers === undefined || headers === null)) {
    return ['traceparent', carried];
  }
  const { flat: entries, refused } = flattenHeaders(headers);
  if (!entries) return refused;
  const hasParent = keepOneParent(entries);
  if (typeof carried !== 'string') inject(carried, entries, hasParent);
  else if (!hasParent) entries.push('traceparent', carried);
  return flat || isIterable(headers) ? entries : objectFrom(entries);
}

function inject(context: Context, entries: FlatHeaders, hasParent: boolean): void {
  const ownLength = entries.length;
  propagation.inject(context, entries, flatSetter);
  for (let index = ownLength; index < entries.length;) {
    const name = entries[index] as string;
    if ((hasParent && name !== 'baggage') || hasName(entries, ownLength, name)) entries.splice(index, 2);
    else index += 2;
  }
}

function isName(value: unknown, name: string): boolean {
  return typeof value === 'string' && value.length === name.length && value.toLowerCase() === name;
}

function hasName(headers: FlatHeaders, length: number, name: string): boolean {
  for (let index = 0; index < length; index += 2) if (isName(headers[index], name)) return true;
  return false;
}

/** Leaves one `traceparent` at most, the first that has a value, and says whether there is one. */
function keepOneParent(headers: FlatHeaders): boolean {
  let found = false;
  for (let index = 0; index < headers.length;) {
    if (!isName(headers[index], 'traceparent')) {
      index += 2;
      continue;
    }
    const given = headers[index + 1];
    const value: unknown = Array.isArray(given) ? given[0] : given;
    if (found || value === undefined || value === null || value === '') {
      headers.splice(index, 2);
      continue;
    }
    headers[index + 1] = value;
    found = true;
    index += 2;
  }
  return found;
}

function objectFrom(headers: FlatHeaders): Record<string, unknown> {
  const pairs: [string, unknown][] = [];
  for (let index = 0; index < headers.length; index += 2) pairs.push([headers[index] as string, headers[index + 1]]);
  return Object.fromEntries(pairs);
}
