import type { RawAnyValue, RawKeyValue, RawResource, RawScope } from './common-messages.ts';
import type { Attributes, AttributeValue, ReceivedOrigin } from './received-data.ts';

/** Turns OTLP key-values into a record without a prototype, so that a key like `__proto__` is a key. */
export function readAttributes(pairs: readonly RawKeyValue[] | undefined): Attributes {
  const attributes = Object.create(null) as Record<string, AttributeValue>;
  for (const { key, value } of pairs ?? []) attributes[key ?? ''] = readAnyValue(value);
  return attributes;
}

/** Turns an `AnyValue` into plain data; an absent or empty one is null. */
export function readAnyValue(value: RawAnyValue | undefined): AttributeValue {
  if (value === undefined) return null;
  if (value.arrayValue !== undefined) return (value.arrayValue.values ?? []).map(readAnyValue);
  if (value.kvlistValue !== undefined) return readAttributes(value.kvlistValue.values);
  return value.stringValue ?? value.boolValue ?? value.intValue ?? value.doubleValue ?? value.bytesValue ?? null;
}

/** Reads resource and scope once for all items that share them. */
export function readOrigin(resource: RawResource | undefined, scope: RawScope | undefined): ReceivedOrigin {
  return {
    resource: readAttributes(resource?.attributes),
    scope: {
      name: scope?.name ?? '',
      version: scope?.version ?? '',
      attributes: readAttributes(scope?.attributes),
    },
  };
}
