import { integerValue, plainValue } from './plain-value.ts';
import { asList, asRecord } from './reading.ts';

const maxDepth = 32;

/** An OTLP JSON key-value list as a record without a prototype; of a key sent twice the last value stays. */
export function readAnyRecord(list: unknown, depth = 0): Record<string, unknown> {
  const record: Record<string, unknown> = Object.create(null);
  for (const pair of asList(list).map(asRecord)) {
    if (typeof pair['key'] === 'string') record[pair['key']] = readAnyValue(pair['value'], depth);
  }
  return record;
}

/** An OTLP JSON `AnyValue` as a JSON value; an empty or unknown one is `null`. */
function readAnyValue(value: unknown, depth: number): unknown {
  const any = asRecord(value);
  if ('stringValue' in any) return plainValue(any['stringValue']);
  if ('boolValue' in any) return any['boolValue'] === true;
  if ('intValue' in any) return readInteger(any['intValue']);
  if ('doubleValue' in any) return readDouble(any['doubleValue']);
  if ('bytesValue' in any) return plainValue(any['bytesValue']);
  if (depth >= maxDepth) return '[nested too deeply]';
  if ('arrayValue' in any)
    return asList(asRecord(any['arrayValue'])['values']).map((item) => readAnyValue(item, depth + 1));
  return 'kvlistValue' in any ? readAnyRecord(asRecord(any['kvlistValue'])['values'], depth + 1) : null;
}

function readInteger(value: unknown): unknown {
  return typeof value === 'string' && /^-?\d{1,20}$/.test(value) ? integerValue(BigInt(value)) : plainValue(value);
}

function readDouble(value: unknown): unknown {
  const number = typeof value === 'string' && value !== '' ? Number(value) : Number.NaN;
  return Number.isFinite(number) ? number : plainValue(value);
}
