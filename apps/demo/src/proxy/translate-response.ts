import type { ChatRequest, ChatResponse } from '../shapes/chat.ts';
import { makeResponse, makeUsage } from '../shapes/make-response.ts';
import { isFunctionCall, isMessage, isRecord, textOf } from '../shapes/read-items.ts';
import type { ConversationItem, ResponsesRequest, ResponsesResponse } from '../shapes/responses.ts';

/** A Responses answer as a chat completions answer. */
export function toChatResponse(response: ResponsesResponse): ChatResponse {
  const text = response.output.filter(isMessage).map(textOf).join('\n');
  const calls = response.output.filter(isFunctionCall).map((call) => ({
    id: call.call_id,
    type: 'function' as const,
    function: { name: call.name, arguments: call.arguments },
  }));
  const message = {
    role: 'assistant',
    content: text === '' ? null : text,
    ...(calls.length > 0 && { tool_calls: calls }),
  };
  return {
    id: response.id,
    object: 'chat.completion',
    created: response.created_at,
    model: response.model,
    choices: [{ index: 0, finish_reason: calls.length > 0 ? 'tool_calls' : 'stop', message }],
    ...(response.usage && {
      usage: {
        prompt_tokens: response.usage.input_tokens,
        completion_tokens: response.usage.output_tokens,
        total_tokens: response.usage.total_tokens,
      },
    }),
  };
}

/** Whether a body can be answered as a chat completions request. */
export function isChatRequest(body: unknown): body is ChatRequest {
  return isRecord(body) && Array.isArray(body['messages']) && body['messages'].every(isRecord);
}

/** Whether a body is a chat completions answer with a message in it. */
export function isChatResponse(body: unknown): body is ChatResponse {
  if (!isRecord(body) || !Array.isArray(body['choices'])) return false;
  const [choice] = body['choices'] as readonly unknown[];
  return isRecord(choice) && isRecord(choice['message']);
}

/** Whether a body is a Responses answer. */
export function isResponsesResponse(body: unknown): body is ResponsesResponse {
  return isRecord(body) && Array.isArray(body['output']) && body['output'].every(isRecord);
}

/** A chat completions answer as the Responses answer to `request`. */
export function fromChatResponse(request: ResponsesRequest, chat: ChatResponse): ResponsesResponse {
  const { finish_reason: reason, message } = chat.choices[0]!;
  const text = typeof message.content === 'string' ? message.content : '';
  const output: ConversationItem[] = (message.tool_calls ?? []).map((call) => ({
    type: 'function_call',
    id: `fc_${call.id}`,
    call_id: call.id,
    name: call.function.name,
    arguments: call.function.arguments,
    status: 'completed',
  }));
  if (text !== '' || output.length === 0) {
    const content = [{ type: 'output_text', text }];
    output.unshift({ type: 'message', id: `msg_${chat.id}`, role: 'assistant', status: 'completed', content });
  }
  return makeResponse(request, {
    id: chat.id,
    createdAt: chat.created,
    model: chat.model,
    output,
    usage: chat.usage ? makeUsage(chat.usage.prompt_tokens, chat.usage.completion_tokens) : null,
    ...(reason === 'length' && { incompleteReason: 'max_output_tokens' }),
  });
}
