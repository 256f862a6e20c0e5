import { messageSchema, type MessageSchema } from './message-schema.ts';

/** `opentelemetry.proto.common.v1.AnyValue`. */
export interface RawAnyValue {
  readonly stringValue?: string;
  readonly boolValue?: boolean;
  readonly intValue?: number | bigint;
  readonly doubleValue?: number;
  readonly arrayValue?: { readonly values?: readonly RawAnyValue[] };
  readonly kvlistValue?: { readonly values?: readonly RawKeyValue[] };
  readonly bytesValue?: Uint8Array;
}

/** `opentelemetry.proto.common.v1.KeyValue`. */
export interface RawKeyValue {
  readonly key?: string;
  readonly value?: RawAnyValue;
}

/** `opentelemetry.proto.common.v1.InstrumentationScope`. */
export interface RawScope {
  readonly name?: string;
  readonly version?: string;
  readonly attributes?: readonly RawKeyValue[];
}

/** `opentelemetry.proto.resource.v1.Resource`. */
export interface RawResource {
  readonly attributes?: readonly RawKeyValue[];
}

/** Schema of {@link RawAnyValue}. */
export const anyValue: MessageSchema<RawAnyValue> = messageSchema<RawAnyValue>(
  {
    stringValue: [1, 'string'],
    boolValue: [2, 'bool'],
    intValue: [3, 'int64'],
    doubleValue: [4, 'double'],
    arrayValue: [5, () => arrayValue],
    kvlistValue: [6, () => keyValueList],
    bytesValue: [7, 'bytes'],
  },
  ['stringValue', 'boolValue', 'intValue', 'doubleValue', 'arrayValue', 'kvlistValue', 'bytesValue'],
);

const arrayValue = messageSchema<NonNullable<RawAnyValue['arrayValue']>>({ values: [1, [() => anyValue]] });
const keyValueList = messageSchema<NonNullable<RawAnyValue['kvlistValue']>>({ values: [1, [() => keyValue]] });

/** Schema of {@link RawKeyValue}. */
export const keyValue: MessageSchema<RawKeyValue> = messageSchema<RawKeyValue>({
  key: [1, 'string'],
  value: [2, () => anyValue],
});

/** Schema of {@link RawScope}. */
export const scope: MessageSchema<RawScope> = messageSchema<RawScope>({
  name: [1, 'string'],
  version: [2, 'string'],
  attributes: [3, [() => keyValue]],
});

/** Schema of {@link RawResource}. */
export const resource: MessageSchema<RawResource> = messageSchema<RawResource>({ attributes: [1, [() => keyValue]] });
