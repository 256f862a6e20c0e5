/** Outside data that is an object: every field may be missing or of any type. */
export type Fields = Readonly<Record<string, unknown>>;

const none: Fields = {};

/** The fields of an object; none for anything else. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : none;
}

/** The entries of a list; none for anything else. */
export function entriesOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** What `read` gives, or `fallback` when it throws, as getters and proxies among outside data can. */
export function orElse<T>(read: () => T, fallback: T): T {
  try {
    return read();
  } catch {
    return fallback;
  }
}
