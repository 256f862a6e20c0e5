import type { Dialect } from '@gym/telemetry-genai';

/** A request, its answer in one piece, and the same answer as the events of a stream, for each dialect. */
export interface Exchange {
  readonly dialect: Dialect;
  readonly request: object;
  readonly response: object;
  readonly events: readonly object[];
}

const weather = { type: 'object', properties: { city: { type: 'string' } } };

const responsesAnswer = {
  id: 'resp_1',
  object: 'response',
  status: 'completed',
  model: 'gpt-5-2025-08-07',
  service_tier: 'default',
  error: null,
  output: [
    { type: 'reasoning', summary: [{ type: 'summary_text', text: 'Look it up.' }] },
    { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Wait – ünïcode 🌦.' }] },
    { type: 'function_call', call_id: 'call_1', name: 'weather', arguments: '{"city":"Oslo"}' },
  ],
  usage: {
    input_tokens: 100,
    input_tokens_details: { cached_tokens: 40 },
    output_tokens: 30,
    output_tokens_details: { reasoning_tokens: 20 },
    total_tokens: 130,
  },
};

export const responses: Exchange = {
  dialect: 'responses',
  request: {
    model: 'gpt-5',
    instructions: 'Be brief.',
    input: [
      { role: 'user', content: 'Weather?' },
      { type: 'function_call', call_id: 'call_0', name: 'weather', arguments: '{"city":"Rome"}' },
      { type: 'function_call_output', call_id: 'call_0', output: 'sun' },
    ],
    tools: [{ type: 'function', name: 'weather', parameters: weather }],
    temperature: 0.5,
    top_p: 0.9,
    max_output_tokens: 500,
    reasoning: { effort: 'low' },
    previous_response_id: 'resp_0',
    conversation: { id: 'conv_1' },
    text: { format: { type: 'json_schema', name: 'x' } },
    service_tier: 'auto',
    stream: true,
  },
  response: responsesAnswer,
  events: [
    { type: 'response.created', response: { ...responsesAnswer, status: 'in_progress', output: [], usage: null } },
    { type: 'response.output_text.delta', delta: 'Wait – ünïcode 🌦.' },
    { type: 'response.completed', response: responsesAnswer },
  ],
};

const chatUsage = {
  prompt_tokens: 100,
  prompt_tokens_details: { cached_tokens: 40 },
  completion_tokens: 30,
  completion_tokens_details: { reasoning_tokens: 20 },
};
const chatHead = { id: 'chatcmpl-1', model: 'gpt-4o-2024', system_fingerprint: 'fp_1' };

export const chatCompletions: Exchange = {
  dialect: 'chat_completions',
  request: {
    model: 'gpt-4o',
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: [{ type: 'text', text: 'Weather?' }] },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'call_0', type: 'function', function: { name: 'weather', arguments: '{"city":"Rome"}' } }],
      },
      { role: 'tool', tool_call_id: 'call_0', content: 'sun' },
    ],
    tools: [{ type: 'function', function: { name: 'weather', parameters: weather } }],
    temperature: 0,
    top_p: 1,
    max_completion_tokens: 500,
    seed: 7,
    stop: 'END',
    n: 2,
    frequency_penalty: 0.1,
    presence_penalty: -0.1,
    reasoning_effort: 'high',
    response_format: { type: 'json_object' },
    stream: true,
  },
  response: {
    ...chatHead,
    choices: [
      { index: 0, message: { role: 'assistant', content: 'Wait – ünïcode 🌦.' }, finish_reason: 'length' },
      {
        index: 1,
        message: {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'weather', arguments: '{"city":"Oslo"}' } }],
        },
        finish_reason: 'tool_calls',
      },
    ],
    usage: chatUsage,
  },
  events: [
    { ...chatHead, choices: [{ index: 0, delta: { role: 'assistant', content: 'Wait – ' }, finish_reason: null }] },
    { ...chatHead, choices: [{ index: 0, delta: { content: 'ünïcode 🌦.' }, finish_reason: null }] },
    {
      ...chatHead,
      choices: [
        {
          index: 1,
          delta: { tool_calls: [{ index: 0, id: 'call_1', function: { name: 'weather', arguments: '{"ci' } }] },
        },
        { index: 0, delta: {}, finish_reason: 'length' },
      ],
    },
    {
      ...chatHead,
      choices: [{ index: 1, delta: { tool_calls: [{ index: 0, function: { arguments: 'ty":"Oslo"}' } }] } }],
    },
    { ...chatHead, choices: [{ index: 1, delta: {}, finish_reason: 'tool_calls' }] },
    { ...chatHead, choices: [], usage: chatUsage },
  ],
};

export const messages: Exchange = {
  dialect: 'messages',
  request: {
    model: 'claude-sonnet',
    system: [{ type: 'text', text: 'Be brief.' }],
    messages: [
      { role: 'user', content: 'Weather?' },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'tu_0', name: 'weather', input: { city: 'Rome' } }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'tu_0', content: 'sun' }] },
    ],
    tools: [{ name: 'weather', input_schema: weather }],
    max_tokens: 500,
    temperature: 1,
    top_p: 0.9,
    top_k: 5,
    stop_sequences: ['END', 'STOP'],
    stream: true,
  },
  response: {
    id: 'msg_1',
    model: 'claude-sonnet-2025',
    role: 'assistant',
    content: [
      { type: 'thinking', thinking: 'Look it up.', signature: 'x' },
      { type: 'text', text: 'Wait – ünïcode 🌦.' },
      { type: 'tool_use', id: 'tu_1', name: 'weather', input: { city: 'Oslo' } },
    ],
    stop_reason: 'tool_use',
    usage: { input_tokens: 50, cache_read_input_tokens: 40, cache_creation_input_tokens: 10, output_tokens: 30 },
  },
  events: [
    {
      type: 'message_start',
      message: {
        id: 'msg_1',
        model: 'claude-sonnet-2025',
        usage: { input_tokens: 50, cache_read_input_tokens: 40, cache_creation_input_tokens: 10, output_tokens: 1 },
      },
    },
    { type: 'ping' },
    { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'Look it up.' } },
    { type: 'content_block_start', index: 1, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'Wait – ' } },
    { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'ünïcode 🌦.' } },
    {
      type: 'content_block_start',
      index: 2,
      content_block: { type: 'tool_use', id: 'tu_1', name: 'weather', input: {} },
    },
    { type: 'content_block_delta', index: 2, delta: { type: 'input_json_delta', partial_json: '{"city":' } },
    { type: 'content_block_delta', index: 2, delta: { type: 'input_json_delta', partial_json: '"Oslo"}' } },
    { type: 'content_block_stop', index: 2 },
    { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 30 } },
    { type: 'message_stop' },
  ],
};

export const exchanges: readonly Exchange[] = [responses, chatCompletions, messages];

/** The events as the bytes of a stream. */
export function toStream({ dialect, events }: Exchange, newLine = '\n'): Uint8Array {
  const lines = events.map((event) => `data: ${JSON.stringify(event)}${newLine}${newLine}`);
  const end = dialect === 'chat_completions' ? `data: [DONE]${newLine}${newLine}` : '';
  return new TextEncoder().encode(`: hello${newLine}${newLine}${lines.join('')}${end}`);
}
