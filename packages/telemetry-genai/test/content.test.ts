import { readModelRequest, readModelResponse, toolAttributes } from '@gym/telemetry-genai';
import { describe, expect, test } from '@jest/globals';

import { chatCompletions, exchanges, messages, responses } from './bodies.ts';

const captureContent = true;
const parse = (value: unknown): unknown => JSON.parse(String(value));
const schema = { type: 'object', properties: { city: { type: 'string' } } };

const question = { role: 'user', parts: [{ type: 'text', content: 'Weather?' }] };
const call = (id: string, city: string): object => ({ type: 'tool_call', id, name: 'weather', arguments: { city } });

describe('captureContent: true', () => {
  test.each([
    [
      responses,
      [
        question,
        { role: 'assistant', parts: [call('call_0', 'Rome')] },
        { role: 'tool', parts: [{ type: 'tool_call_response', id: 'call_0', response: 'sun' }] },
      ],
    ],
    [
      chatCompletions,
      [
        { role: 'system', parts: [{ type: 'text', content: 'Be brief.' }] },
        question,
        { role: 'assistant', parts: [call('call_0', 'Rome')] },
        { role: 'tool', parts: [{ type: 'tool_call_response', id: 'call_0', response: 'sun' }] },
      ],
    ],
    [
      messages,
      [
        question,
        { role: 'assistant', parts: [call('tu_0', 'Rome')] },
        { role: 'user', parts: [{ type: 'tool_call_response', id: 'tu_0', response: 'sun' }] },
      ],
    ],
  ])('input messages of $dialect', ({ dialect, request }, expected) => {
    const attributes = readModelRequest(dialect, request, { captureContent });
    expect(parse(attributes['gen_ai.input.messages'])).toEqual(expected);
    expect(parse(attributes['gen_ai.tool.definitions'])).toEqual([
      { type: 'function', name: 'weather', parameters: schema },
    ]);
  });

  test.each([responses, messages])('instructions of $dialect stand apart', ({ dialect, request }) => {
    const attributes = readModelRequest(dialect, request, { captureContent });
    expect(parse(attributes['gen_ai.system_instructions'])).toEqual([{ type: 'text', content: 'Be brief.' }]);
  });

  const said = { type: 'text', content: 'Wait – ünïcode 🌦.' };
  const thought = { type: 'reasoning', content: 'Look it up.' };
  test.each([
    [responses, [{ role: 'assistant', parts: [thought, said, call('call_1', 'Oslo')] }]],
    [
      chatCompletions,
      [
        { role: 'assistant', parts: [said] },
        { role: 'assistant', parts: [call('call_1', 'Oslo')] },
      ],
    ],
    [messages, [{ role: 'assistant', parts: [thought, said, call('tu_1', 'Oslo')] }]],
  ])('output messages of $dialect', ({ dialect, response }, expected) => {
    const attributes = readModelResponse(dialect, response, { captureContent });
    expect(parse(attributes['gen_ai.output.messages'])).toEqual(expected);
  });

  test('an input that is a text is one user message; a part of an unknown type is kept', () => {
    const text = readModelRequest('responses', { input: 'Weather?' }, { captureContent });
    const image = { type: 'input_image', image_url: 'https://x/y' };
    const parts = readModelRequest('responses', { input: [{ role: 'user', content: [image] }] }, { captureContent });
    expect(parse(text['gen_ai.input.messages'])).toEqual([question]);
    expect(parse(parts['gen_ai.input.messages'])).toEqual([{ role: 'user', parts: [image] }]);
  });
});

describe('redact', () => {
  test('what it returns is written, by attribute name', () => {
    const seen: string[] = [];
    const redact = (name: string): unknown => {
      seen.push(name);
      return name === 'gen_ai.input.messages' ? ['hidden'] : undefined;
    };
    const attributes = readModelRequest('messages', messages.request, { captureContent, redact });
    expect(seen).toEqual(['gen_ai.input.messages', 'gen_ai.system_instructions', 'gen_ai.tool.definitions']);
    expect(attributes['gen_ai.input.messages']).toBe('["hidden"]');
    expect(attributes).not.toHaveProperty(['gen_ai.system_instructions']);
  });

  test('one that throws leaves the content out and the rest in', () => {
    const redact = (): unknown => {
      throw new Error('no');
    };
    const attributes = readModelResponse('messages', messages.response, { captureContent, redact });
    expect(attributes).toEqual(readModelResponse('messages', messages.response));
  });
});

describe('maxContentChars', () => {
  const body = { messages: [{ role: 'user', content: 'x'.repeat(100_000) }] };

  test('the default keeps a text of 100000 characters below 32768, as valid JSON that says what was cut', () => {
    const text = String(readModelRequest('messages', body, { captureContent })['gen_ai.input.messages']);
    expect(text.length).toBeLessThanOrEqual(32_768);
    expect(text).toContain('... (91808 more characters)');
    expect(parse(text)).toHaveLength(1);
  });

  test('30000 characters in one text fit untouched', () => {
    const fits = { messages: [{ role: 'user', content: 'x'.repeat(30_000) }] };
    expect(readModelRequest('messages', fits, { captureContent })['gen_ai.input.messages']).toContain(
      'x'.repeat(30_000),
    );
  });

  test('with room for 50 characters nothing is written', () => {
    const attributes = readModelRequest('messages', body, { captureContent, maxContentChars: 50 });
    expect(attributes).not.toHaveProperty(['gen_ai.input.messages']);
  });

  test('a BigInt or a circle inside leaves the content out', () => {
    const circle: Record<string, unknown> = {};
    circle['self'] = circle;
    const options = { captureContent };
    expect(toolAttributes({ name: 't', arguments: 1n }, options)).not.toHaveProperty(['gen_ai.tool.call.arguments']);
    expect(toolAttributes({ name: 't', result: circle }, options)).not.toHaveProperty(['gen_ai.tool.call.result']);
  });
});

test.each(exchanges)('capture adds content to $dialect and changes nothing else', ({ dialect, request }) => {
  const captured = readModelRequest(dialect, request, { captureContent });
  expect(captured).toMatchObject(readModelRequest(dialect, request));
});
