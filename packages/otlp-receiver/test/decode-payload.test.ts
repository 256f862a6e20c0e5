import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';

import { decodePayload } from '../src/decode-payload.ts';
import { isOtlpReceiverError } from '../src/index.ts';
import { encode, requestTypes } from './support/otlp-oracle.ts';
import { randomMessage } from './support/random-message.ts';

const signals = ['traces', 'metrics', 'logs'] as const;

/** True when the payload is decoded or refused with an error of this package. */
function isAnswered(signal: (typeof signals)[number], format: 'protobuf' | 'json', bytes: Uint8Array): boolean {
  try {
    return Array.isArray(decodePayload(signal, format, bytes).spans);
  } catch (error) {
    return isOtlpReceiverError(error);
  }
}

describe('decodePayload', () => {
  test.each(signals)('decodes random bytes as %s or refuses them, in both formats', (signal) => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(isAnswered(signal, 'protobuf', bytes)).toBe(true);
        expect(isAnswered(signal, 'json', bytes)).toBe(true);
      }),
      { numRuns: 1000, seed: 22 },
    );
  });

  test.each(signals)('decodes or refuses random %s with some bytes replaced', (signal) => {
    const type = requestTypes[signal];
    const damage = fc.array(fc.tuple(fc.nat(), fc.nat({ max: 255 })), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(randomMessage(type, 8), damage, (message, changes) => {
        const bytes = encode(type, message);
        for (const [at, value] of changes) bytes[at % Math.max(1, bytes.length)] = value;
        expect(isAnswered(signal, 'protobuf', bytes)).toBe(true);
      }),
      { numRuns: 500, seed: 23 },
    );
  });

  test.each(signals)('decodes or refuses any JSON value as %s', (signal) => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(isAnswered(signal, 'json', Buffer.from(text))).toBe(true);
      }),
      { numRuns: 500, seed: 24 },
    );
  });

  test('reads no items from an empty protobuf request', () => {
    expect(decodePayload('logs', 'protobuf', new Uint8Array())).toEqual({ spans: [], metrics: [], logs: [] });
  });
});
