import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';

import { anyValue } from '../src/common-messages.ts';
import { countJsonValues } from '../src/count-json-values.ts';
import { decodeJson } from '../src/decode-json.ts';
import { decodePayload } from '../src/decode-payload.ts';
import type { MessageSchema } from '../src/message-schema.ts';
import { numberPoint } from '../src/metric-point-messages.ts';
import { traces } from '../src/trace-messages.ts';
import { encode, requestTypes } from './support/otlp-oracle.ts';
import { randomMessage } from './support/random-message.ts';

/** Writes a protobufjs message as OTLP/JSON: what protobufjs does, but with ids in hex. */
function toOtlpJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toOtlpJson);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [
      name,
      /^(trace|span|parentSpan)Id$/.test(name)
        ? Buffer.from(String(entry), 'base64').toString('hex')
        : toOtlpJson(entry),
    ]),
  );
}

const decode = <T>(schema: MessageSchema<T>, json: unknown): T => decodeJson(schema, Buffer.from(JSON.stringify(json)));

describe('decodeJson', () => {
  test.each(['traces', 'metrics', 'logs'] as const)('reads random %s in JSON as in protobuf', (signal) => {
    const type = requestTypes[signal];
    fc.assert(
      fc.property(randomMessage(type, 8), (message) => {
        const bytes = encode(type, message);
        const json = type.toObject(type.decode(bytes), { longs: String, bytes: String, json: true });
        const text = Buffer.from(JSON.stringify(toOtlpJson(json)));
        // JSON has no negative zero; adding zero to each number drops it from the other side.
        const positive = (_key: string, value: unknown): unknown => {
          if (typeof value === 'number') return String(value + 0);
          if (value instanceof Uint8Array) return Buffer.from(value).toString('hex');
          return typeof value === 'bigint' ? String(value) : value;
        };
        const plain = (payload: unknown): unknown => JSON.parse(JSON.stringify(payload, positive));
        expect(plain(decodePayload(signal, 'json', text))).toEqual(plain(decodePayload(signal, 'protobuf', bytes)));
      }),
      { numRuns: 200, seed: 21 },
    );
  });

  test.each([
    ['an int64 as a string', { intValue: '-9223372036854775808' }, { intValue: -(2n ** 63n) }],
    ['an int64 as a number', { intValue: 7 }, { intValue: 7 }],
    ['a double as "NaN"', { doubleValue: 'NaN' }, { doubleValue: Number.NaN }],
    ['a double as "-Infinity"', { doubleValue: '-Infinity' }, { doubleValue: -Infinity }],
    ['bytes in base64', { bytesValue: 'AQI=' }, { bytesValue: Uint8Array.from([1, 2]) }],
    ['null as absent', { stringValue: null }, {}],
    ['an unknown name as absent', { string_value: 'x', __proto__x: 1 }, {}],
  ])('reads %s', (_name, json, expected) => {
    expect(decode(anyValue, json)).toEqual(expected);
  });

  test('reads ids in upper-case hex as lower-case', () => {
    const json = {
      resourceSpans: [{ scopeSpans: [{ spans: [{ traceId: 'AB'.repeat(16), spanId: 'CD'.repeat(8) }] }] }],
    };
    const [span] = decodePayload('traces', 'json', Buffer.from(JSON.stringify(json))).spans;
    expect(span).toMatchObject({ traceId: 'ab'.repeat(16), spanId: 'cd'.repeat(8) });
  });

  test.each([
    ['an array', []],
    ['a string', 'x'],
    ['null', null],
    ['an id in base64', { resourceSpans: [{ scopeSpans: [{ spans: [{ traceId: 'CvdlGRbNQ92ESOshHIAxnA==' }] }] }] }],
    ['a list that is an object', { resourceSpans: {} }],
    ['a null in a list', { resourceSpans: [null] }],
    ['an enum by name', { resourceSpans: [{ scopeSpans: [{ spans: [{ kind: 'SPAN_KIND_SERVER' }] }] }] }],
    ['a time below zero', { resourceSpans: [{ scopeSpans: [{ spans: [{ endTimeUnixNano: '-1' }] }] }] }],
    ['flags of 2^32', { resourceSpans: [{ scopeSpans: [{ spans: [{ flags: 2 ** 32 }] }] }] }],
    ['a name that is a number', { resourceSpans: [{ scopeSpans: [{ spans: [{ name: 5 }] }] }] }],
  ])('refuses %s', (_name, json) => {
    expect(() => decode(traces, json)).toThrow(expect.objectContaining({ code: 'MALFORMED_PAYLOAD' }));
  });

  test.each([
    ['an int64 of 2^63', { asInt: '9223372036854775808' }],
    ['an int64 with a fraction', { asInt: 1.5 }],
    ['a double that is a word', { asDouble: 'many' }],
    ['a double that is an empty string', { asDouble: '' }],
    ['two values of a oneof', { asInt: 1, asDouble: 1 }],
  ])('refuses %s', (_name, json) => {
    expect(() => decode(numberPoint, json)).toThrow(expect.objectContaining({ code: 'MALFORMED_PAYLOAD' }));
  });

  test('does not repeat text that is no JSON in the error', () => {
    expect(() => decodeJson(traces, Buffer.from('{"password": hunter2}'))).toThrow(/^expected JSON$/);
  });

  test('refuses 100 000 arrays inside each other', () => {
    const text = '{"arrayValue":{"values":['.repeat(100_000);
    expect(() => decodeJson(anyValue, Buffer.from(text))).toThrow(
      expect.objectContaining({ code: 'MALFORMED_PAYLOAD' }),
    );
  });

  test('refuses valid JSON nested deeper than 100 messages', () => {
    const text = '{"arrayValue":{"values":['.repeat(60) + ']}}'.repeat(60);
    expect(() => decodeJson(anyValue, Buffer.from(text))).toThrow('messages nested deeper than 100');
  });
});

describe('countJsonValues', () => {
  test('counts five in [{"a":[1,2],"b":3}] and leaves strings out', () => {
    const text = Buffer.from('[{"a,[{\\",":[1,2],"b":3}]');
    expect(() => countJsonValues(text, 5)).not.toThrow();
    expect(() => countJsonValues(text, 4)).toThrow(expect.objectContaining({ code: 'PAYLOAD_TOO_LARGE' }));
  });
});
