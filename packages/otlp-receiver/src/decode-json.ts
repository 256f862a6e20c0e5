import { countJsonValues } from './count-json-values.ts';
import { malformed } from './malformed.ts';
import type { Field, MessageSchema } from './message-schema.ts';
import { readJsonScalar } from './read-json-scalar.ts';
import { maxDepth } from './value-budget.ts';

/**
 * Decodes an OTLP/JSON message to the plain object of its schema: names in lowerCamelCase, ids in hex, bytes in
 * base64, enums as integers, 64-bit integers as strings or numbers; null is absent, unknown names are passed over.
 * Throws `MALFORMED_PAYLOAD` or `PAYLOAD_TOO_LARGE`. Source: OTLP specification, JSON Protobuf Encoding.
 */
export function decodeJson<T>(schema: MessageSchema<T>, payload: Uint8Array): T {
  countJsonValues(payload);
  const text = Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength).toString('utf8');
  return readMessage(schema, parse(text), 'request', 0) as T;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // The parser's own message quotes the text, which may hold anything.
    throw malformed('expected JSON');
  }
}

function readMessage(schema: MessageSchema, json: unknown, path: string, depth: number): Record<string, unknown> {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) throw malformed(`${path}: expected an object`);
  if (depth > maxDepth) throw malformed(`messages nested deeper than ${maxDepth}`);
  const target: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(json)) {
    const field = schema.byName.get(name);
    if (field === undefined || value === null) continue;
    if (field.rivals.some((rival) => target[rival] !== undefined)) {
      throw malformed(`${path}.${name}: expected one value, received two`);
    }
    target[name] = field.repeated ? readList(field, value, name, depth) : readValue(field, value, name, depth);
  }
  return target;
}

function readList(field: Field, json: unknown, path: string, depth: number): unknown[] {
  if (!Array.isArray(json)) throw malformed(`${path}: expected an array`);
  return json.map((element) => readValue(field, element, path, depth));
}

function readValue(field: Field, json: unknown, path: string, depth: number): unknown {
  if (field.kind !== 'message') return readJsonScalar(field.kind, json, path);
  return readMessage(field.message?.() as MessageSchema, json, path, depth + 1);
}
