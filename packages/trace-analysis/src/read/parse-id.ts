const shapes = { trace: /^(?:0x)?([0-9a-f]{32})$/i, span: /^(?:0x)?([0-9a-f]{16})$/i };

/** A trace id (32 hex digits) or span id (16), `0x` cut, in lower case; undefined for anything else, and for zero. */
export function parseId(kind: 'trace' | 'span', value: unknown): string | undefined {
  const hex = typeof value === 'string' ? shapes[kind].exec(value)?.[1] : undefined;
  return hex === undefined || /^0+$/.test(hex) ? undefined : hex.toLowerCase();
}
