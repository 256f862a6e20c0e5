/** Makes two decoders' objects comparable: numbers, bigints and long strings as text, bytes and hex ids as hex. */
export function comparable(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex');
  if (Array.isArray(value)) return value.map(comparable);
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value)
        .filter(([, entry]) => entry !== undefined)
        .map(([name, entry]) => [name, comparable(entry)]),
    );
  }
  return typeof value === 'number' || typeof value === 'bigint' ? String(value) : value;
}
