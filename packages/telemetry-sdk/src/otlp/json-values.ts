import type { HrTimePair } from './protobuf-writer.ts';
import type { ResourceLike, ScopeGroup } from './write-resource.ts';

const maxDepth = 16;

/** An `AnyValue` in OTLP/JSON: 64-bit integers as text, bytes as base64, non-finite doubles as text. Source: OTLP specification, "JSON Protobuf Encoding". */
export function jsonAnyValue(value: unknown, depth = 0): object {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'number') {
    return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: jsonDouble(value) };
  }
  if (typeof value === 'bigint') return { stringValue: String(value) };
  if (value instanceof Uint8Array) return { bytesValue: Buffer.from(value).toString('base64') };
  if (typeof value !== 'object' || value === null) return {};
  if (depth >= maxDepth) return { stringValue: '[too deep]' };
  if (Array.isArray(value)) return { arrayValue: { values: value.map((item) => jsonAnyValue(item, depth + 1)) } };
  return { kvlistValue: { values: jsonAttributes(value, depth + 1) } };
}

/** A map as a list of `KeyValue`; undefined values are left out. */
export function jsonAttributes(attributes: object, depth = 0): object[] {
  const list: object[] = [];
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined) list.push({ key, value: jsonAnyValue(value, depth) });
  }
  return list;
}

/** A double; NaN and the infinities are text in protobuf's JSON. */
export function jsonDouble(value: number): number | string {
  return Number.isFinite(value) ? value : String(value);
}

/** A time as text of nanoseconds. */
export function jsonTime([seconds, nanos]: HrTimePair): string {
  return `${seconds}${String(nanos).padStart(9, '0')}`;
}

/** The request body of one resource. `keys` are the signal's names of the three levels. */
export function jsonRequest<T>(
  keys: { readonly resource: string; readonly scope: string; readonly item: string },
  resource: ResourceLike,
  groups: readonly ScopeGroup<T>[],
  toJson: (item: T) => object,
): Uint8Array {
  const scopes = groups.map(({ items, scope }) => ({
    scope: { name: scope.name, version: scope.version },
    [keys.item]: items.map((item) => toJson(item)),
    schemaUrl: scope.schemaUrl,
  }));
  const body = {
    [keys.resource]: [{ resource: { attributes: jsonAttributes(resource.attributes) }, [keys.scope]: scopes }],
  };
  return Buffer.from(JSON.stringify(body));
}
