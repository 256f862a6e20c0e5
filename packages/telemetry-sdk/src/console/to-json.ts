/** The second that was printed last, and its text: most times are of the second before them. */
let printedSecond = Number.NaN;
let printedText = '';

/** A time as OpenTelemetry JS keeps it, as ISO 8601 in UTC with microseconds; null for one that is no time. */
export function isoTime([seconds, nanos]: readonly [number, number]): string | null {
  if (seconds !== printedSecond) {
    const date = new Date(seconds * 1000);
    if (Number.isNaN(date.getTime())) return null;
    printedSecond = seconds;
    printedText = date.toISOString().slice(0, -5);
  }
  const micros = Math.floor(nanos / 1000);
  return `${printedText}.${String(micros).padStart(6, '0')}Z`;
}

/** One line of JSON for any value: bigints, NaN and infinities as text, cycles as `[circular]`, values whose `toJSON` throws as `[unreadable]`. */
export function toJsonLine(value: object): string {
  try {
    return JSON.stringify(value, plain);
  } catch {
    return JSON.stringify(copyPlain(value, []));
  }
}

function plain(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  return value;
}

function copyPlain(value: unknown, parents: readonly object[]): unknown {
  if (typeof value === 'function' || typeof value === 'symbol') return undefined;
  if (typeof value !== 'object' || value === null) return plain('', value);
  if (parents.includes(value)) return '[circular]';
  const inside = [...parents, value];
  try {
    if (value instanceof Date) return value.toJSON();
    if (Array.isArray(value)) return value.map((item) => copyPlain(item, inside));
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, copyPlain(item, inside)]));
  } catch {
    return '[unreadable]';
  }
}
