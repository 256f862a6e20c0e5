import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';

import { anyValue, keyValue, resource } from '../src/common-messages.ts';
import { decodeProtobuf } from '../src/decode-protobuf.ts';
import { logs } from '../src/log-messages.ts';
import type { MessageSchema } from '../src/message-schema.ts';
import { metrics } from '../src/metric-messages.ts';
import { histogramPoint } from '../src/metric-point-messages.ts';
import { traces } from '../src/trace-messages.ts';
import { createValueBudget } from '../src/value-budget.ts';
import { comparable } from './support/comparable.ts';
import { decode, encode, oracleType, requestTypes, wrap } from './support/otlp-oracle.ts';
import { randomMessage } from './support/random-message.ts';

const schemas: Readonly<Record<'traces' | 'metrics' | 'logs', MessageSchema>> = { traces, metrics, logs };

describe('decodeProtobuf', () => {
  test.each(['traces', 'metrics', 'logs'] as const)('decodes random %s as protobufjs does', (signal) => {
    const type = requestTypes[signal];
    fc.assert(
      fc.property(randomMessage(type, 8), (message) => {
        const bytes = encode(type, message);
        expect(comparable(decodeProtobuf(schemas[signal], bytes))).toEqual(comparable(decode(type, bytes)));
      }),
      { numRuns: 300, seed: 20 },
    );
  });

  test.each([
    ['0', 0],
    ['562949953421311 (2^49 - 1)', 2 ** 49 - 1],
    ['562949953421312 (2^49)', 2 ** 49],
    ['9007199254740991 (largest safe)', Number.MAX_SAFE_INTEGER],
    ['9007199254740992 (first unsafe)', 2n ** 53n],
    ['9223372036854775807 (largest)', 2n ** 63n - 1n],
    ['-1', -1],
    ['-9223372036854775808 (least)', -(2n ** 63n)],
  ])('reads the int64 %s', (_name, value) => {
    const bytes = encode(oracleType('AnyValue'), { intValue: String(value) });
    expect(decodeProtobuf(anyValue, bytes)).toEqual({ intValue: value });
  });

  test('reads a list of fixed64 that is not packed', () => {
    const one = [0x31, 1, 0, 0, 0, 0, 0, 0, 0];
    const two = [0x31, 2, 0, 0, 0, 0, 0, 0, 0];
    expect(decodeProtobuf(histogramPoint, Uint8Array.from([...one, ...two]))).toEqual({ bucketCounts: [1n, 2n] });
  });

  test('passes over unknown fields of all four wire types', () => {
    const unknown = [0xf8, 1, 5, 0xf9, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0xfa, 1, 1, 7, 0xfd, 1, 0, 0, 0, 0];
    const known = encode(oracleType('KeyValue'), { key: 'a' });
    expect(decodeProtobuf(keyValue, Uint8Array.from([...unknown, ...known, ...unknown]))).toEqual({ key: 'a' });
  });

  test('merges a message field that is sent twice', () => {
    const first = encode(oracleType('ScopeSpans'), { scope: { name: 'n' } });
    const second = encode(oracleType('ScopeSpans'), { scope: { version: 'v' } });
    const both = Buffer.concat([first, second]);
    expect(decodeProtobuf(traces, wrap(1, wrap(2, both)))).toEqual({
      resourceSpans: [{ scopeSpans: [{ scope: { name: 'n', version: 'v' } }] }],
    });
  });

  test('keeps the last of two members of a oneof', () => {
    const bytes = Buffer.concat([
      encode(oracleType('AnyValue'), { stringValue: 'a' }),
      encode(oracleType('AnyValue'), { boolValue: true }),
    ]);
    expect(decodeProtobuf(anyValue, bytes)).toEqual({ boolValue: true });
  });

  test('does not keep the request alive through a bytes value', () => {
    const bytes = encode(oracleType('AnyValue'), { bytesValue: Uint8Array.from([1, 2, 3]) });
    const { bytesValue } = decodeProtobuf(anyValue, bytes);
    expect(bytesValue?.buffer.byteLength).toBe(3);
  });

  test.each([
    ['a message that ends inside a tag', [0x8a]],
    ['a length beyond the end', [0x0a, 5, 1]],
    ['field number 0', [0x02, 0]],
    ['a group', [0x0b, 0x0c]],
    ['a varint of eleven bytes', [0x18, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 1]],
    ['a string field with a varint', [0x08, 1]],
    ['a double that is cut short', [0x21, 0, 0]],
  ])('refuses %s', (_name, bytes) => {
    expect(() => decodeProtobuf(anyValue, Uint8Array.from(bytes))).toThrow(
      expect.objectContaining({ code: 'MALFORMED_PAYLOAD' }),
    );
  });

  test('refuses a trace id of 15 bytes', () => {
    const message = { resourceSpans: [{ scopeSpans: [{ spans: [{ traceId: new Uint8Array(15) }] }] }] };
    expect(() => decodeProtobuf(traces, encode(requestTypes.traces, message))).toThrow(
      'expected an id of 16 bytes, received 15',
    );
  });

  test('accepts 50 arrays inside each other and refuses 51', () => {
    const nest = (levels: number): Buffer => {
      let value = encode(oracleType('AnyValue'), { stringValue: 'x' });
      for (let level = 0; level < levels; level += 1) value = wrap(5, wrap(1, value));
      return value;
    };
    expect(decodeProtobuf(anyValue, nest(50))).toHaveProperty('arrayValue');
    expect(() => decodeProtobuf(anyValue, nest(51))).toThrow('messages nested deeper than 100');
  });

  test('accepts as many values as the budget has and refuses one more', () => {
    const bytes = encode(oracleType('Resource'), { attributes: [{ key: 'a' }, { key: 'b' }] });
    expect(decodeProtobuf(resource, bytes, createValueBudget(3)).attributes).toHaveLength(2);
    expect(() => decodeProtobuf(resource, bytes, createValueBudget(2))).toThrow(
      expect.objectContaining({ code: 'PAYLOAD_TOO_LARGE' }),
    );
  });

  test('counts the elements of a packed list', () => {
    const bytes = encode(oracleType('HistogramDataPoint'), { bucketCounts: [1, 2, 3] });
    expect(decodeProtobuf(histogramPoint, bytes, createValueBudget(4))).toEqual({ bucketCounts: [1n, 2n, 3n] });
    expect(() => decodeProtobuf(histogramPoint, bytes, createValueBudget(3))).toThrow('at most 3 values');
  });
});
