import type { ChatMessage, ChatRequest } from '../shapes/chat.ts';
import { conversationOf, isFunctionCall, isMessage, textOf } from '../shapes/read-items.ts';
import type { ConversationItem, ResponsesRequest, ToolSchema } from '../shapes/responses.ts';

function toMessages(items: readonly ConversationItem[]): readonly ChatMessage[] {
  const messages: ChatMessage[] = [];
  for (const item of items) {
    if (isMessage(item)) {
      messages.push({ role: item.role === 'developer' ? 'system' : item.role, content: textOf(item) });
    } else if (isFunctionCall(item)) {
      const call = {
        id: item.call_id,
        type: 'function',
        function: { name: item.name, arguments: item.arguments },
      } as const;
      const last = messages.at(-1);
      // The calls of one step are one message in this dialect.
      if (last?.role === 'assistant' && last.tool_calls)
        messages.splice(-1, 1, { ...last, tool_calls: [...last.tool_calls, call] });
      else messages.push({ role: 'assistant', content: null, tool_calls: [call] });
    } else if (item.type === 'function_call_output') {
      messages.push({ role: 'tool', tool_call_id: item.call_id, content: item.output });
    }
  }
  return messages;
}

const passedOn = ['temperature', 'top_p', 'parallel_tool_calls', 'user'] as const;

/** A Responses request as a chat completions request; settings with no twin there are left out. */
export function toChatRequest(request: ResponsesRequest, model: string | undefined): ChatRequest {
  const instructions = request.instructions ? [{ role: 'system', content: request.instructions }] : [];
  const tools = (request.tools ?? []).map(({ type, ...schema }) => ({ type, function: schema }));
  const extras = passedOn.flatMap((key) =>
    request[key] === undefined || request[key] === null ? [] : [[key, request[key]] as const],
  );
  const seed = Number(request.metadata?.['seed']);
  return {
    ...Object.fromEntries(extras),
    ...(model !== undefined && { model }),
    messages: [...instructions, ...toMessages(conversationOf(request))],
    ...(tools.length > 0 && { tools }),
    ...(Number.isInteger(seed) && { seed }),
    ...(typeof request['max_output_tokens'] === 'number' && { max_tokens: request['max_output_tokens'] }),
  };
}

function toItems(message: ChatMessage): readonly ConversationItem[] {
  if (message.role === 'tool') {
    const output = typeof message.content === 'string' ? message.content : JSON.stringify(message.content);
    return [{ type: 'function_call_output', call_id: message.tool_call_id ?? '', output }];
  }
  const calls = (message.tool_calls ?? []).map((call): ConversationItem => ({
    type: 'function_call',
    call_id: call.id,
    name: call.function.name,
    arguments: call.function.arguments,
  }));
  const said: readonly ConversationItem[] =
    message.content === null || message.content === ''
      ? []
      : [{ type: 'message', role: message.role, content: message.content }];
  return [...said, ...calls];
}

function toToolSchema(schema: Omit<ToolSchema, 'type'>): ToolSchema {
  return { type: 'function', ...schema };
}

/** A chat completions request as a Responses request, as far as the embedded policy looks at it. */
export function fromChatRequest(request: ChatRequest): ResponsesRequest {
  return {
    input: request.messages.flatMap(toItems),
    tools: (request.tools ?? []).map((tool) => toToolSchema(tool.function)),
    ...(request.seed !== undefined && { metadata: { seed: String(request.seed) } }),
  };
}
