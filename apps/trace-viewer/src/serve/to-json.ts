/** Data as JSON; a bigint becomes decimal text. */
export function toJson(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    // There is a bigint in it. To look for one in every value makes a large trace, which has none, five times as slow.
    return JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? String(part) : part));
  }
}
