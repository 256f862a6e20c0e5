/** Header names and values in turn, the form undici reads fastest. */
export type FlatHeaders = unknown[];

/** Headers as a flat array, or what undici will refuse. */
export type FlattenedHeaders =
  | { readonly flat: FlatHeaders; readonly refused?: never }
  | { readonly flat?: never; readonly refused: unknown };

/** Whether undici would read these headers as a sequence: an array, a `Map`, `Headers`, a generator. */
export function isIterable(headers: unknown): headers is Iterable<unknown> {
  return (
    typeof headers === 'object' &&
    headers !== null &&
    typeof (headers as Iterable<unknown>)[Symbol.iterator] === 'function'
  );
}

/**
 * A new flat array of the headers in any form undici takes: none, flat array, object, iterable of pairs.
 *
 * What undici refuses comes back as `refused`, so that undici's own error reaches the caller: an array of odd length
 * and a string as they are, a sequence of something else than pairs as a `Set` of its items, since a generator can be
 * read once only.
 */
export function flattenHeaders(headers: unknown): FlattenedHeaders {
  if (headers === undefined || headers === null) return { flat: [] };
  if (typeof headers !== 'object') return { refused: headers };
  if (Array.isArray(headers)) return headers.length % 2 === 0 ? { flat: headers.slice() } : { refused: headers };
  const flat: FlatHeaders = [];
  if (isIterable(headers)) {
    const items = [...headers];
    for (const item of items) {
      if (!Array.isArray(item) || item.length !== 2) return { refused: new Set(items) };
      flat.push(item[0], item[1]);
    }
    return { flat };
  }
  for (const name of Object.keys(headers)) flat.push(name, (headers as Record<string, unknown>)[name]);
  return { flat };
}
