/**
 * How a scalar is written on the wire and what it becomes: `int64`, `uint64` and `sfixed64` a number when safe, else a
 * bigint; `fixed64` always a bigint; `traceId` and `spanId` lower-case hex of 16 and 8 bytes, or `''`.
 */
export type ScalarKind =
  | 'string'
  | 'bytes'
  | 'traceId'
  | 'spanId'
  | 'bool'
  | 'double'
  | 'int32'
  | 'uint32'
  | 'sint32'
  | 'fixed32'
  | 'int64'
  | 'uint64'
  | 'fixed64'
  | 'sfixed64';

/** One field of a message; `message` is a function because `AnyValue` contains itself. */
export interface Field {
  readonly name: string;
  readonly kind: ScalarKind | 'message';
  readonly message: (() => MessageSchema) | undefined;
  readonly repeated: boolean;
  /** The other members of its oneof: setting this field clears them. */
  readonly rivals: readonly string[];
}

/** A message type; `T` is the plain object that it is decoded into, in which every field is optional. */
export interface MessageSchema<T = unknown> {
  readonly byNumber: readonly (Field | undefined)[];
  readonly byName: ReadonlyMap<string, Field>;
  /** Never set; ties the schema to its type. */
  readonly decodesTo?: T;
}

type FieldType = ScalarKind | (() => MessageSchema);

/** Field number and type; a type in brackets is repeated. */
export type FieldSpec = readonly [number: number, type: FieldType | readonly [FieldType]];

/** Builds a message type from its fields by JSON name; `oneof` lists the fields of its oneof. */
export function messageSchema<T>(
  specs: Readonly<Record<keyof T & string, FieldSpec>>,
  oneof: readonly (keyof T & string)[] = [],
): MessageSchema<T> {
  const byNumber: (Field | undefined)[] = [];
  const byName = new Map<string, Field>();
  for (const name of Object.keys(specs) as (keyof T & string)[]) {
    const [number, spec] = specs[name];
    const type = typeof spec === 'object' ? spec[0] : spec;
    const field: Field = {
      name,
      kind: typeof type === 'function' ? 'message' : type,
      message: typeof type === 'function' ? type : undefined,
      repeated: typeof spec === 'object',
      rivals: oneof.includes(name) ? oneof.filter((other) => other !== name) : [],
    };
    byNumber[number] = field;
    byName.set(name, field);
  }
  return { byNumber, byName };
}
