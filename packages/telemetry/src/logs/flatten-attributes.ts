import type { Attributes } from '@opentelemetry/api';

import { isRedactedKey, redactAttributes } from '../redact-attributes.ts';

const maxDepth = 5;
const maxAttributes = 128;

/**
 * The fields of a parsed JSON object as attributes: nested ones by dotted keys, secrets redacted at every level.
 *
 * `{ req: { id: 7 }, user: { token: { raw: 'x' } } }` gives `req.id: 7` and `user.token: '[REDACTED]'`. What is deeper
 * than 5 levels or beyond the 128th attribute is left out.
 */
export function flattenAttributes(fields: Readonly<Record<string, unknown>>): Attributes {
  const flat = new Map<string, unknown>();
  const add = (prefix: string, value: object, depth: number): void => {
    for (const [name, item] of Object.entries(value)) {
      if (flat.size >= maxAttributes) return;
      const key = prefix + name;
      if (!isRedactedKey(key) && isNested(item)) {
        if (depth < maxDepth) add(`${key}.`, item, depth + 1);
      } else flat.set(key, item);
    }
  };
  add('', fields, 1);
  return redactAttributes(Object.fromEntries(flat));
}

/** Objects, and arrays with objects in them; an array of scalars is one value. */
function isNested(value: unknown): value is object {
  if (Array.isArray(value)) return value.some((item) => typeof item === 'object' && item !== null);
  return typeof value === 'object' && value !== null;
}
