import { diag } from '@opentelemetry/api';
import type { Attributes, AttributeValue } from '@opentelemetry/api';

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

/** Whether an attribute can have this value: a scalar, or an array of one kind of scalar with holes. Source: OpenTelemetry specification, "Attribute". */
export function isAttributeValue(value: unknown): value is AttributeValue {
  if (isScalar(value)) return true;
  if (!Array.isArray(value)) return false;
  let type: string | undefined;
  for (const item of value as unknown[]) {
    if (item === null || item === undefined) continue;
    if (!isScalar(item) || (type !== undefined && typeof item !== type)) return false;
    type = typeof item;
  }
  return true;
}

/** The value as it is kept: texts cut to `maxLength` characters, arrays copied. */
export function cutValue(value: AttributeValue, maxLength: number): AttributeValue {
  if (typeof value === 'string') return value.length > maxLength ? value.slice(0, maxLength) : value;
  if (!Array.isArray(value)) return value;
  return value.map((item: unknown) => (typeof item === 'string' ? item.slice(0, maxLength) : item)) as AttributeValue;
}

/** Says that an attribute was not set, and why. */
export function refuseAttribute(key: unknown): void {
  diag.warn(`attribute ${String(key)}: no value a span can carry`);
}

/** Attributes as an event or a link keeps them. */
export interface KeptAttributes {
  readonly attributes: Attributes;
  readonly dropped: number;
}

/** A copy of attributes within limits; what no attribute can be is left out, what is over `maxCount` is counted. */
export function keepAttributes(
  given: Attributes | undefined,
  maxCount: number | undefined = Number.POSITIVE_INFINITY,
  maxLength: number | undefined = Number.POSITIVE_INFINITY,
): KeptAttributes {
  const attributes: Attributes = {};
  let [count, dropped] = [0, 0];
  for (const key in given) {
    const value: unknown = Object.hasOwn(given, key) ? given[key] : undefined;
    if (value === undefined || value === null) continue;
    if (key === '' || !isAttributeValue(value)) refuseAttribute(key);
    else if (count >= maxCount) dropped += 1;
    else {
      attributes[key] = cutValue(value, maxLength);
      count += 1;
    }
  }
  return { attributes, dropped };
}
