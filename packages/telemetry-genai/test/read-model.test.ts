import { genAiSemconvVersion, readModelRequest, readModelResponse, type Dialect } from '@gym/telemetry-genai';
import { describe, expect, test } from '@jest/globals';

import { chatCompletions, exchanges, messages, responses } from './bodies.ts';

test('the names follow GenAI conventions 0.1.0', () => expect(genAiSemconvVersion).toBe('0.1.0'));

describe('readModelRequest', () => {
  test('an OpenAI Responses request', () => {
    expect(readModelRequest('responses', responses.request)).toEqual({
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'openai',
      'openai.api.type': 'responses',
      'openai.request.service_tier': 'auto',
      'gen_ai.request.model': 'gpt-5',
      'gen_ai.request.temperature': 0.5,
      'gen_ai.request.top_p': 0.9,
      'gen_ai.request.max_tokens': 500,
      'gen_ai.request.reasoning.level': 'low',
      'gen_ai.request.previous_response.id': 'resp_0',
      'gen_ai.conversation.id': 'conv_1',
      'gen_ai.output.type': 'json',
      'gen_ai.request.stream': true,
    });
  });

  test('a Chat Completions request', () => {
    expect(readModelRequest('chat_completions', chatCompletions.request)).toEqual({
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'openai',
      'openai.api.type': 'chat_completions',
      'gen_ai.request.model': 'gpt-4o',
      'gen_ai.request.temperature': 0,
      'gen_ai.request.top_p': 1,
      'gen_ai.request.max_tokens': 500,
      'gen_ai.request.seed': 7,
      'gen_ai.request.stop_sequences': ['END'],
      'gen_ai.request.choice.count': 2,
      'gen_ai.request.frequency_penalty': 0.1,
      'gen_ai.request.presence_penalty': -0.1,
      'gen_ai.request.reasoning.level': 'high',
      'gen_ai.output.type': 'json',
      'gen_ai.request.stream': true,
    });
  });

  test('an Anthropic Messages request', () => {
    expect(readModelRequest('messages', messages.request)).toEqual({
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'anthropic',
      'gen_ai.request.model': 'claude-sonnet',
      'gen_ai.request.temperature': 1,
      'gen_ai.request.top_p': 0.9,
      'gen_ai.request.top_k': 5,
      'gen_ai.request.max_tokens': 500,
      'gen_ai.request.stop_sequences': ['END', 'STOP'],
      'gen_ai.request.stream': true,
    });
  });

  test('another provider has no openai.* attribute', () => {
    const attributes = readModelRequest('chat_completions', { model: 'm', service_tier: 'auto' }, { provider: 'vllm' });
    expect(attributes).toEqual({
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'vllm',
      'gen_ai.request.model': 'm',
    });
  });

  test('n: 1 and stream: false say nothing', () => {
    expect(Object.keys(readModelRequest('messages', { n: 1, stream: false }))).toEqual([
      'gen_ai.operation.name',
      'gen_ai.provider.name',
    ]);
  });

  test.each([
    [{ model: 5, temperature: '1', top_p: Number.NaN, seed: 1.5, max_tokens: 2 ** 60, stop: [1, ''], n: '3' }],
    [null],
    ['text'],
    [[1]],
    [undefined],
  ])('fields of a wrong type in %j are left out', (body) => {
    expect(Object.keys(readModelRequest('messages', body))).toEqual(['gen_ai.operation.name', 'gen_ai.provider.name']);
  });

  test('a model name of 600 characters is cut at 512', () => {
    expect(readModelRequest('messages', { model: 'm'.repeat(600) })['gen_ai.request.model']).toHaveLength(512);
  });
});

describe('readModelResponse', () => {
  test('an OpenAI Responses answer', () => {
    expect(readModelResponse('responses', responses.response)).toEqual({
      'gen_ai.response.id': 'resp_1',
      'gen_ai.response.model': 'gpt-5-2025-08-07',
      'gen_ai.response.finish_reasons': ['tool_calls'],
      'gen_ai.usage.input_tokens': 100,
      'gen_ai.usage.output_tokens': 30,
      'gen_ai.usage.cache_read.input_tokens': 40,
      'gen_ai.usage.reasoning.output_tokens': 20,
      'openai.response.service_tier': 'default',
    });
  });

  test('a Chat Completions answer', () => {
    expect(readModelResponse('chat_completions', chatCompletions.response)).toEqual({
      'gen_ai.response.id': 'chatcmpl-1',
      'gen_ai.response.model': 'gpt-4o-2024',
      'gen_ai.response.finish_reasons': ['length', 'tool_calls'],
      'gen_ai.usage.input_tokens': 100,
      'gen_ai.usage.output_tokens': 30,
      'gen_ai.usage.cache_read.input_tokens': 40,
      'gen_ai.usage.reasoning.output_tokens': 20,
      'openai.response.system_fingerprint': 'fp_1',
    });
  });

  test('an Anthropic Messages answer: the input total holds cache reads and writes', () => {
    expect(readModelResponse('messages', messages.response)).toEqual({
      'gen_ai.response.id': 'msg_1',
      'gen_ai.response.model': 'claude-sonnet-2025',
      'gen_ai.response.finish_reasons': ['tool_calls'],
      'gen_ai.usage.input_tokens': 100,
      'gen_ai.usage.output_tokens': 30,
      'gen_ai.usage.cache_read.input_tokens': 40,
      'gen_ai.usage.cache_write.input_tokens': 10,
    });
  });

  test.each<[Dialect, object, string[] | undefined]>([
    ['responses', { status: 'completed', output: [] }, ['stop']],
    ['responses', { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } }, ['length']],
    ['responses', { status: 'incomplete', incomplete_details: { reason: 'content_filter' } }, ['content_filter']],
    ['responses', { status: 'incomplete' }, ['error']],
    ['responses', { status: 'failed' }, ['error']],
    ['responses', { status: 'cancelled' }, ['error']],
    ['responses', { status: 'in_progress' }, undefined],
    ['messages', { stop_reason: 'end_turn' }, ['stop']],
    ['messages', { stop_reason: 'stop_sequence' }, ['stop']],
    ['messages', { stop_reason: 'max_tokens' }, ['length']],
    ['messages', { stop_reason: 'refusal' }, ['content_filter']],
    ['messages', { stop_reason: 'pause_turn' }, ['pause_turn']],
    ['messages', { stop_reason: null }, undefined],
    ['chat_completions', { choices: [{ finish_reason: 'content_filter' }] }, ['content_filter']],
    ['chat_completions', { choices: [] }, undefined],
  ])('%s %j ended with %j', (dialect, body, reasons) => {
    expect(readModelResponse(dialect, body)['gen_ai.response.finish_reasons']).toEqual(reasons);
  });

  test.each<[Dialect, object, string]>([
    [
      'chat_completions',
      { error: { type: 'invalid_request_error', code: 'context_length_exceeded' } },
      'context_length_exceeded',
    ],
    ['chat_completions', { error: { type: 'BadRequestError', code: 400 } }, 'BadRequestError'],
    ['responses', { status: 'failed', error: { code: 'server_error', message: 'x' } }, 'server_error'],
    ['messages', { type: 'error', error: { type: 'overloaded_error', message: 'x' } }, 'overloaded_error'],
  ])('%s %j has an error.type', (dialect, body, errorType) => {
    expect(readModelResponse(dialect, body)['error.type']).toBe(errorType);
  });

  test('negative and broken token counts are left out', () => {
    const usage = { prompt_tokens: -1, completion_tokens: 1.5, prompt_tokens_details: 7 };
    expect(readModelResponse('chat_completions', { usage })).toEqual({});
  });
});

describe('genaiSemconv', () => {
  const body = messages.response;

  test('"legacy" has the old name of cache writes instead of the new one, "both" has both', () => {
    const legacy = readModelResponse('messages', body, { genaiSemconv: 'legacy' });
    const both = readModelResponse('messages', body, { genaiSemconv: 'both' });
    expect(legacy['gen_ai.usage.cache_creation.input_tokens']).toBe(10);
    expect(legacy).not.toHaveProperty(['gen_ai.usage.cache_write.input_tokens']);
    expect(both).toEqual({ ...readModelResponse('messages', body), ...legacy });
  });

  test('"both" has gen_ai.system beside gen_ai.provider.name', () => {
    const attributes = readModelRequest('messages', {}, { genaiSemconv: 'both' });
    expect([attributes['gen_ai.system'], attributes['gen_ai.provider.name']]).toEqual(['anthropic', 'anthropic']);
  });
});

test.each(exchanges)('no content of a $dialect exchange is read unless captureContent is true', (exchange) => {
  const options = { captureContent: undefined, redact: (_name: string, value: unknown) => value };
  const text = JSON.stringify([
    readModelRequest(exchange.dialect, exchange.request, options),
    readModelResponse(exchange.dialect, exchange.response, options),
  ]);
  for (const word of ['brief', 'Weather', 'weather', 'Rome', 'Oslo', 'sun', 'ünïcode', 'Look it up'])
    expect(text).not.toContain(word);
});
