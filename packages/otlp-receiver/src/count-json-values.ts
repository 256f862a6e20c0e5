import { createValueBudget } from './value-budget.ts';

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const bracket = 0x5b;
const brace = 0x7b;

/**
 * Counts objects, arrays and separators of a JSON text before it is parsed, because the parser builds everything at
 * once. Throws `PAYLOAD_TOO_LARGE`; says nothing about whether the text is JSON.
 */
export function countJsonValues(text: Uint8Array, limit?: number): void {
  const budget = createValueBudget(limit);
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const byte = text[index];
    if (inString) {
      if (byte === backslash) index += 1;
      else if (byte === quote) inString = false;
    } else if (byte === quote) inString = true;
    else if (byte === comma || byte === bracket || byte === brace) budget.take();
  }
}
