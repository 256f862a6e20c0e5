import * as fc from 'fast-check';
import type protobuf from 'protobufjs';

const scalars: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  string: fc.string({ unit: 'binary', maxLength: 6 }),
  bool: fc.boolean(),
  double: fc.double(),
  int32: fc.integer(),
  sint32: fc.integer(),
  uint32: fc.nat({ max: 2 ** 32 - 1 }),
  fixed32: fc.nat({ max: 2 ** 32 - 1 }),
  int64: fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n).map(String),
  sfixed64: fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n).map(String),
  uint64: fc.bigInt(0n, 2n ** 64n - 1n).map(String),
  fixed64: fc.bigInt(0n, 2n ** 64n - 1n).map(String),
  bytes: fc.uint8Array({ maxLength: 6 }),
};

/** Random messages of a type as plain objects, every field present or absent, at most `depth` messages deep. */
export function randomMessage(type: protobuf.Type, depth: number): fc.Arbitrary<Record<string, unknown>> {
  const own: Record<string, fc.Arbitrary<unknown>> = {};
  const grouped: fc.Arbitrary<Record<string, unknown>>[] = [];
  const valueOf = (field: protobuf.Field): fc.Arbitrary<unknown> => randomField(field, depth);
  const isPossible = (field: protobuf.Field): boolean => depth > 0 || field.resolvedType === null;
  for (const field of type.fieldsArray) {
    if (field.partOf?.fieldsArray.length !== 1 && field.partOf) continue;
    if (isPossible(field)) own[field.name] = valueOf(field);
  }
  for (const group of type.oneofsArray.filter((oneof) => oneof.fieldsArray.length > 1)) {
    const members = group.fieldsArray.filter(isPossible);
    const choices = members.map((field) => valueOf(field).map((value) => ({ [field.name]: value })));
    grouped.push(fc.oneof(fc.constant({}), ...choices));
  }
  return fc
    .tuple(fc.record(own, { requiredKeys: [] }), ...grouped)
    .map((parts) => Object.assign({}, ...parts) as Record<string, unknown>);
}

function randomField(field: protobuf.Field, depth: number): fc.Arbitrary<unknown> {
  const one = randomValue(field, depth);
  return field.repeated ? fc.array(one, { maxLength: 2 }) : one;
}

function randomValue(field: protobuf.Field, depth: number): fc.Arbitrary<unknown> {
  if (field.resolvedType !== null) return randomMessage(field.resolvedType as protobuf.Type, depth - 1);
  const size = field.name === 'traceId' ? 16 : /spanId$/i.test(field.name) ? 8 : undefined;
  if (size !== undefined) return fc.uint8Array({ minLength: size, maxLength: size });
  return scalars[field.type] ?? fc.constant(undefined);
}
