const iso = /^(\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d)(?:[.,](\d{1,9})\d*)?(Z|[+-]\d\d:?\d\d)?$/;

/**
 * An ISO 8601 time with up to nine fractional digits as nanoseconds since the epoch; without a zone it is UTC, as
 * Python's console exporter means it. Undefined for anything else.
 */
export function parseIsoTime(value: unknown): bigint | undefined {
  const match = typeof value === 'string' ? iso.exec(value) : null;
  if (match === null) return undefined;
  const seconds = Date.parse(match[1]!.replace(' ', 'T') + (match[3] ?? 'Z'));
  if (Number.isNaN(seconds)) return undefined;
  return BigInt(seconds) * 1_000_000n + BigInt((match[2] ?? '').padEnd(9, '0'));
}

/** An OTLP JSON time (a decimal string, or a number) as nanoseconds since the epoch; undefined for anything else. */
export function parseUnixNano(value: unknown): bigint | undefined {
  if (typeof value === 'string' && /^\d{1,20}$/.test(value)) return BigInt(value);
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? BigInt(value) : undefined;
}
