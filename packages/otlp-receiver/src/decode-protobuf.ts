import { malformed } from './malformed.ts';
import type { Field, MessageSchema, ScalarKind } from './message-schema.ts';
import { ProtobufReader, wireType } from './protobuf-reader.ts';
import { createValueBudget, maxDepth, type ValueBudget } from './value-budget.ts';

const wireTypeOf: Readonly<Record<ScalarKind | 'message', number>> = {
  string: wireType.bytes,
  bytes: wireType.bytes,
  traceId: wireType.bytes,
  spanId: wireType.bytes,
  message: wireType.bytes,
  bool: wireType.varint,
  int32: wireType.varint,
  uint32: wireType.varint,
  sint32: wireType.varint,
  int64: wireType.varint,
  uint64: wireType.varint,
  double: wireType.fixed64,
  fixed64: wireType.fixed64,
  sfixed64: wireType.fixed64,
  fixed32: wireType.fixed32,
};

const readScalar: Readonly<Record<ScalarKind, (reader: ProtobufReader) => unknown>> = {
  string: (reader) => reader.string(),
  bytes: (reader) => reader.bytes(),
  traceId: (reader) => reader.hex(16),
  spanId: (reader) => reader.hex(8),
  bool: (reader) => Number(reader.varint()) !== 0,
  double: (reader) => reader.double(),
  int32: (reader) => reader.uint32() | 0,
  uint32: (reader) => reader.uint32(),
  sint32: (reader) => zigZag(reader.uint32()),
  fixed32: (reader) => reader.fixed32(),
  int64: (reader) => reader.int64(),
  uint64: (reader) => reader.uint64(),
  fixed64: (reader) => reader.fixed64(),
  sfixed64: (reader) => reader.sfixed64(),
};

/**
 * Decodes a protobuf message to the plain object of its schema; absent fields are absent. Unknown fields are passed
 * over; packed and unpacked lists are both read; a message field sent twice is merged. Throws `MALFORMED_PAYLOAD` or
 * `PAYLOAD_TOO_LARGE`. Source: protobuf.dev, Encoding.
 */
export function decodeProtobuf<T>(schema: MessageSchema<T>, payload: Uint8Array, budget?: ValueBudget): T {
  const buffer = Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength);
  const target: Record<string, unknown> = {};
  readMessage(new ProtobufReader(buffer), schema, target, { depth: 0, budget: budget ?? createValueBudget() });
  return target as T;
}

interface Place {
  readonly depth: number;
  readonly budget: ValueBudget;
}

function readMessage(
  reader: ProtobufReader,
  schema: MessageSchema,
  target: Record<string, unknown>,
  { depth, budget }: Place,
): void {
  if (depth > maxDepth) throw malformed(`messages nested deeper than ${maxDepth}`);
  budget.take();
  const inner: Place = { depth: depth + 1, budget };
  while (!reader.done) {
    const tag = reader.uint32();
    if (tag < 8) throw malformed('field number 0');
    const field = schema.byNumber[tag >>> 3];
    if (field === undefined) reader.skip(tag & 7);
    else readField(reader, field, target, tag & 7, inner);
  }
}

function readField(
  reader: ProtobufReader,
  field: Field,
  target: Record<string, unknown>,
  type: number,
  place: Place,
): void {
  if (field.repeated) {
    const list = (target[field.name] ??= []) as unknown[];
    if (type === wireType.bytes && wireTypeOf[field.kind] !== wireType.bytes) {
      const packed = reader.part();
      while (!packed.done) list.push(readElement(packed, field, place));
      return;
    }
    expectWireType(field, type);
    list.push(readElement(reader, field, place));
    return;
  }
  expectWireType(field, type);
  for (const rival of field.rivals) if (target[rival] !== undefined) target[rival] = undefined;
  target[field.name] = readValue(reader, field, place, target[field.name]);
}

function readElement(reader: ProtobufReader, field: Field, place: Place): unknown {
  if (field.kind !== 'message') place.budget.take();
  return readValue(reader, field, place, undefined);
}

function readValue(reader: ProtobufReader, field: Field, place: Place, before: unknown): unknown {
  if (field.kind !== 'message') return readScalar[field.kind](reader);
  const schema = field.message?.() as MessageSchema;
  const target = (before ?? {}) as Record<string, unknown>;
  readMessage(reader.part(), schema, target, place);
  return target;
}

function expectWireType(field: Field, type: number): void {
  if (type !== wireTypeOf[field.kind]) throw malformed(`wire type ${type} does not fit ${field.name} (${field.kind})`);
}

function zigZag(value: number): number {
  return (value >>> 1) ^ -(value & 1);
}
