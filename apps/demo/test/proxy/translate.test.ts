import { describe, expect, test } from '@jest/globals';

import { fromChatRequest, toChatRequest } from '../../src/proxy/translate-request.ts';
import { fromChatResponse, toChatResponse } from '../../src/proxy/translate-response.ts';
import type { ChatResponse } from '../../src/shapes/chat.ts';
import { conversationOf, isMessage } from '../../src/shapes/read-items.ts';
import type { ResponsesRequest } from '../../src/shapes/responses.ts';

const tool = { type: 'function', name: 'add', description: 'Adds.', parameters: { type: 'object' } } as const;
const request: ResponsesRequest = {
  instructions: 'Be short.',
  input: [
    { role: 'developer', content: 'Use tools.' },
    { role: 'user', content: [{ type: 'input_text', text: '1+1?' }] },
    { type: 'function_call', call_id: 'c1', name: 'add', arguments: '{"a":1}' },
    { type: 'function_call', call_id: 'c2', name: 'add', arguments: '{"a":2}' },
    { type: 'function_call_output', call_id: 'c1', output: '1' },
  ],
  tools: [tool],
  temperature: 0.5,
  max_output_tokens: 99,
  metadata: { seed: '7' },
};

describe('translation between the dialects', () => {
  test('writes a Responses request as chat messages, the calls of one step as one message', () => {
    expect(toChatRequest(request, 'm')).toEqual({
      model: 'm',
      temperature: 0.5,
      max_tokens: 99,
      seed: 7,
      tools: [{ type: 'function', function: { name: 'add', description: 'Adds.', parameters: { type: 'object' } } }],
      messages: [
        { role: 'system', content: 'Be short.' },
        { role: 'system', content: 'Use tools.' },
        { role: 'user', content: '1+1?' },
        {
          role: 'assistant',
          content: null,
          tool_calls: [
            { id: 'c1', type: 'function', function: { name: 'add', arguments: '{"a":1}' } },
            { id: 'c2', type: 'function', function: { name: 'add', arguments: '{"a":2}' } },
          ],
        },
        { role: 'tool', tool_call_id: 'c1', content: '1' },
      ],
    });
  });

  test('reads it back with the same calls and outputs', () => {
    const back = fromChatRequest(toChatRequest(request, undefined));
    expect(conversationOf(back).filter((item) => !isMessage(item))).toEqual(conversationOf(request).slice(2));
    expect(back.tools).toEqual([tool]);
    expect(back.metadata).toEqual({ seed: '7' });
  });

  test('reads a chat answer with text and a call, and writes it back', () => {
    const calls = [{ id: 'c9', type: 'function' as const, function: { name: 'add', arguments: '{}' } }];
    const chat: ChatResponse = {
      id: 'x',
      object: 'chat.completion',
      created: 5,
      model: 'm',
      choices: [
        { index: 0, finish_reason: 'tool_calls', message: { role: 'assistant', content: 'hm', tool_calls: calls } },
      ],
      usage: { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 },
    };
    const response = fromChatResponse(request, chat);
    expect(response.output.map((item) => item.type)).toEqual(['message', 'function_call']);
    expect(response.usage).toMatchObject({ input_tokens: 3, output_tokens: 4, total_tokens: 7 });
    expect(toChatResponse(response)).toEqual(chat);
  });

  test('an answer cut off at max tokens is incomplete', () => {
    const message = { role: 'assistant', content: 'and so' };
    const chat: ChatResponse = {
      id: 'x',
      object: 'chat.completion',
      created: 5,
      model: 'm',
      choices: [{ index: 0, finish_reason: 'length', message }],
    };
    expect(fromChatResponse(request, chat)).toMatchObject({
      status: 'incomplete',
      incomplete_details: { reason: 'max_output_tokens' },
      usage: null,
    });
  });
});
