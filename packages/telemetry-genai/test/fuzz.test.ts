import {
  createModelCallRecorder,
  createStreamReader,
  readModelRequest,
  readModelResponse,
  toolAttributes,
  type Dialect,
} from '@gym/telemetry-genai';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';

import { exchanges, toStream } from './bodies.ts';

const dialects = fc.constantFrom<Dialect>('responses', 'chat_completions', 'messages');
const keys = [
  'model input messages content role type text tools function arguments output choices index delta message id name',
  'usage input_tokens prompt_tokens prompt_tokens_details finish_reason stop stop_reason status error code response',
  'tool_calls content_block system instructions reasoning conversation n summary incomplete_details __proto__',
].flatMap((line) => line.split(' '));
const words = [
  'chat',
  'tool',
  'text',
  'reasoning',
  'function_call',
  'message_start',
  'content_block_delta',
  'completed',
  'error',
];
const { body } = fc.letrec((tie) => ({
  body: fc.oneof(
    { maxDepth: 5 },
    fc.constantFrom(...words),
    fc.anything(),
    fc.array(tie('body'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom(...keys), tie('body'), { maxKeys: 6 }),
  ),
}));

function isAttributeValue(value: unknown): boolean {
  if (Array.isArray(value)) return value.every((entry) => typeof entry === 'string');
  return typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);
}

describe('any input', () => {
  test('20000 random bodies give attributes and no exception', () => {
    fc.assert(
      fc.property(dialects, body, fc.boolean(), (dialect, value, captureContent) => {
        const options = { captureContent, maxContentChars: 500 };
        const all = {
          ...readModelRequest(dialect, value, options),
          ...readModelResponse(dialect, value, options),
          ...toolAttributes({ name: 't', arguments: value, result: value }, options),
        };
        return Object.values(all).every(isAttributeValue);
      }),
      { numRuns: 20_000 },
    );
  });

  test('5000 streams of random events, cut at random, give attributes and no exception', () => {
    const recorder = createModelCallRecorder({
      createHistogram: () => ({ record: () => undefined }),
      createCounter: () => ({ add: () => undefined }),
    });
    fc.assert(
      fc.property(dialects, fc.array(body, { maxLength: 5 }), fc.nat(50), (dialect, events, size) => {
        const reader = createStreamReader(dialect, { captureContent: true });
        const text = events
          .map(
            (event) => `data: ${safeJson(event)}

`,
          )
          .join('');
        for (let at = 0; at < text.length; at += size + 1) reader.push(text.slice(at, at + size + 1));
        const attributes = reader.end();
        recorder({ attributes, durationMs: 1 });
        return Object.values(attributes).every(isAttributeValue);
      }),
      { numRuns: 5000 },
    );
  });

  test('5000 damaged streams of real events give attributes and no exception', () => {
    fc.assert(
      fc.property(fc.constantFrom(...exchanges), fc.nat(), fc.uint8Array({ maxLength: 20 }), (exchange, at, noise) => {
        const bytes = toStream(exchange);
        bytes.set(noise, at % (bytes.length - noise.length));
        const reader = createStreamReader(exchange.dialect, { captureContent: true });
        reader.push(bytes);
        return Object.values(reader.end()).every(isAttributeValue);
      }),
      { numRuns: 5000 },
    );
  });

  test('a body whose getters throw gives operation and provider', () => {
    const hostile = new Proxy(
      {},
      {
        get: () => {
          throw new Error('no');
        },
      },
    );
    expect(readModelRequest('messages', hostile, { captureContent: true })).toEqual({
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'anthropic',
    });
    expect(readModelResponse('responses', hostile, { captureContent: true })).toEqual({});
  });

  test('a push of null and of a number is no exception', () => {
    const reader = createStreamReader('messages');
    reader.push(null as never);
    reader.push(7 as never);
    expect(reader.end()).toEqual({});
  });
});

function safeJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'null';
  } catch {
    return 'null';
  }
}
