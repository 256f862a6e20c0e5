import { createStreamReader, readModelResponse, type StreamReaderOptions } from '@gym/telemetry-genai';
import { describe, expect, test } from '@jest/globals';

import { chatCompletions, exchanges, messages, toStream, type Exchange } from './bodies.ts';

/** A clock that is read at the start (0 s) and at the first chunk (1.5 s). */
function clock(): () => number {
  const times = [1000, 2500];
  return () => times.shift() ?? Number.NaN;
}

function read(exchange: Exchange, chunks: readonly (Uint8Array | string)[], options: StreamReaderOptions = {}): object {
  const reader = createStreamReader(exchange.dialect, { now: clock(), ...options });
  for (const chunk of chunks) reader.push(chunk);
  return reader.end();
}

function cut(bytes: Uint8Array, size: number): Uint8Array[] {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.slice(index * size, (index + 1) * size),
  );
}

describe.each(exchanges)('a stream of $dialect', (exchange) => {
  const whole = (options: StreamReaderOptions): object => ({
    ...readModelResponse(exchange.dialect, exchange.response, options),
    'gen_ai.response.time_to_first_chunk': 1.5,
  });

  test.each(['\n', '\r\n', '\r'])('cut into bytes, lines ending %j, reads like the answer in one piece', (newLine) => {
    expect(read(exchange, cut(toStream(exchange, newLine), 1))).toEqual(whole({}));
  });

  test('reads the same, content too, wherever it is cut in two', () => {
    const options = { captureContent: true };
    const bytes = toStream(exchange, '\r\n');
    const expected = JSON.stringify(whole(options));
    const different = Array.from({ length: bytes.length }, (_, at) => at).filter(
      (at) => JSON.stringify(read(exchange, [bytes.subarray(0, at), bytes.subarray(at)], options)) !== expected,
    );
    expect(different).toEqual([]);
  });

  test('reads the same as texts and without the last blank line', () => {
    const text = new TextDecoder().decode(toStream(exchange)).trimEnd();
    expect(read(exchange, [text.slice(0, 100), text.slice(100)])).toEqual(whole({}));
  });

  test('that breaks off after the first event ends with "error"', () => {
    const first = `data: ${JSON.stringify(exchange.events[0])}\n\n`;
    expect(read(exchange, [first])).toMatchObject({ 'gen_ai.response.finish_reasons': ['error'] });
  });
});

describe('createStreamReader', () => {
  test('without any event there is no time and no reason', () => {
    expect(read(messages, [': nothing\n\n'])).toEqual({});
  });

  test('a ping and [DONE] are no first chunk', () => {
    expect(read(messages, ['data: {"type":"ping"}\n\n', 'data: [DONE]\n\n'])).toEqual({});
  });

  test('an event that is no JSON is passed over', () => {
    const stream = new TextDecoder().decode(toStream(messages));
    expect(read(messages, ['data: {"broken\n\n', stream])).toMatchObject({ 'gen_ai.response.id': 'msg_1' });
  });

  test.each([
    ['messages', { type: 'error', error: { type: 'overloaded_error' } }, 'overloaded_error'],
    ['responses', { type: 'error', code: 'rate_limit_exceeded', message: 'x' }, 'rate_limit_exceeded'],
    ['chat_completions', { error: { type: 'server_error', code: null } }, 'server_error'],
  ] as const)('an error event of %s is an error.type', (dialect, event, errorType) => {
    const reader = createStreamReader(dialect);
    reader.push(`data: ${JSON.stringify(event)}\n\n`);
    expect(reader.end()).toMatchObject({ 'error.type': errorType, 'gen_ai.response.finish_reasons': ['error'] });
  });

  test('end gives the same object again, and a push after it changes nothing', () => {
    const reader = createStreamReader('messages');
    const attributes = reader.end();
    reader.push(toStream(messages));
    expect(reader.end()).toBe(attributes);
  });

  test('an event of 9 million characters is skipped, the next one is read', () => {
    const huge = `data: {"id":"huge","x":"${'x'.repeat(9_000_000)}"}\n\n`;
    expect(read(chatCompletions, [huge, 'data: {"id":"small"}\n\n'])).toMatchObject({ 'gen_ai.response.id': 'small' });
  });

  test('texts of a stream are kept up to maxContentChars', () => {
    const chunk = `data: ${JSON.stringify({ choices: [{ delta: { content: 'x'.repeat(600) }, finish_reason: null }] })}\n\n`;
    const attributes = read(chatCompletions, [chunk, chunk, chunk], { captureContent: true, maxContentChars: 1000 });
    const text = JSON.stringify(attributes);
    expect([text.includes('x'.repeat(128)), text.length < 1300]).toEqual([true, true]);
  });

  test('the clock of the process gives a time of at least 0 s', () => {
    const reader = createStreamReader('chat_completions');
    reader.push(toStream(chatCompletions));
    expect(reader.end()['gen_ai.response.time_to_first_chunk']).toBeGreaterThanOrEqual(0);
  });
});
