/** Most choices, tool calls and content blocks of a stream that are put together. */
const maxEntries = 128;

/** The entry at `index` of a list, made when it is not there; undefined for an index that is none. */
export function entryAt(list: Record<string, unknown>[], index: unknown): Record<string, unknown> | undefined {
  const at = index ?? 0;
  if (!Number.isInteger(at) || (at as number) < 0 || (at as number) >= maxEntries) return undefined;
  while (list.length <= (at as number)) list.push({});
  return list[at as number];
}
