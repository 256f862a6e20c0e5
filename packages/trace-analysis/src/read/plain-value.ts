const maxDepth = 32;
const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/**
 * An attribute value as a JSON value: unsafe 64-bit integers become decimal strings, bytes base64, numbers JSON cannot
 * write their names (`NaN`), and what is nested deeper than 32 levels the word `[nested too deeply]`.
 */
export function plainValue(value: unknown, depth = 0): unknown {
  if (typeof value === 'bigint') return integerValue(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (value instanceof Uint8Array) return toBase64(value);
  if (typeof value !== 'object') return null;
  if (depth >= maxDepth) return '[nested too deeply]';
  if (Array.isArray(value)) return value.map((item) => plainValue(item, depth + 1));
  return plainRecord(value, depth + 1);
}

/** A record of JSON values without a prototype, so that no attribute name has a meaning of its own. */
export function plainRecord(value: unknown, depth = 0): Record<string, unknown> {
  const record: Record<string, unknown> = Object.create(null);
  if (typeof value !== 'object' || value === null) return record;
  for (const [key, item] of Object.entries(value)) record[key] = plainValue(item, depth);
  return record;
}

/** An integer as a number where that is exact, else as a decimal string. */
export function integerValue(value: bigint): number | string {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value.toString();
}

function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const left = bytes.length - at;
    const word = (bytes[at]! << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    text += digits[word >> 18]! + digits[(word >> 12) & 63]!;
    text += (left > 1 ? digits[(word >> 6) & 63]! : '=') + (left > 2 ? digits[word & 63]! : '=');
  }
  return text;
}
