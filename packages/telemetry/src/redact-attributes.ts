import type { Attributes, AttributeValue } from '@opentelemetry/api';

/** What stands in place of a value that must not leave the process. */
const redactedValue = '[REDACTED]';

const secretSegments = new Set(
  'prompt input_text output_text text password token secret key authorization cookie api_key'.split(' '),
);

// Keys are few and come again at every span; what was found out about one is kept, up to a bound.
const knownKeys = new Map<string, boolean>();
const maxKnownKeys = 2000;

/**
 * Adds key names whose values are redacted; a name is compared with the last dot-segment of a key, in any case.
 */
export function extendRedactedKeys(names: readonly string[]): void {
  for (const name of names) secretSegments.add(name.trim().toLowerCase());
  knownKeys.clear();
}

/** Whether the value of `key` is redacted: its last dot-segment, in any case, is one of the secret names. */
export function isRedactedKey(key: string): boolean {
  let redacted = knownKeys.get(key);
  if (redacted === undefined) {
    redacted = secretSegments.has(key.slice(key.lastIndexOf('.') + 1).toLowerCase());
    if (knownKeys.size < maxKnownKeys) knownKeys.set(key, redacted);
  }
  return redacted;
}

function isScalar(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

/** Values a span can carry on both OpenTelemetry majors: scalars, and arrays of one kind of scalar. */
function isAttributeValue(value: unknown): value is AttributeValue {
  if (!Array.isArray(value)) return isScalar(value);
  const present = value.filter((item) => item !== null && item !== undefined);
  return present.every((item) => isScalar(item) && typeof item === typeof present[0]);
}

/**
 * The attributes that may be set, with secrets replaced by `[REDACTED]`; the given object itself when there is nothing
 * to change.
 *
 * Null and `undefined` are left out, and so is what no span can carry (objects, functions, mixed arrays). Rule: NeMo
 * Lens `safe_set_span_attributes`, with keys compared by their last segment and in any case.
 */
export function redactAttributes(attributes: Readonly<Record<string, unknown>>): Attributes {
  for (const key in attributes) {
    if (isRedactedKey(key) || !isAttributeValue(attributes[key])) return safeCopy(attributes);
  }
  return attributes as Attributes;
}

function safeCopy(attributes: Readonly<Record<string, unknown>>): Attributes {
  const safe: Attributes = {};
  for (const key of Object.keys(attributes)) {
    const value = attributes[key];
    if (value === undefined || value === null) continue;
    if (isRedactedKey(key)) safe[key] = redactedValue;
    else if (isAttributeValue(value)) safe[key] = value;
  }
  return safe;
}
