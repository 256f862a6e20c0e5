import type { ConversationItem, FunctionCallItem, MessageItem, ResponsesRequest } from './responses.ts';

/** Whether an entry is a tool call of the model. */
export function isFunctionCall(item: ConversationItem): item is FunctionCallItem {
  return item.type === 'function_call';
}

/** Whether an entry is a message; rows may leave `type` out. */
export function isMessage(item: ConversationItem): item is MessageItem {
  return item.type === 'message' || (item.type === undefined && 'role' in item);
}

/** The text of a message, its parts joined. */
export function textOf(message: MessageItem): string {
  if (typeof message.content === 'string') return message.content;
  return message.content.map((part) => part.text ?? '').join('');
}

/** The conversation of a request as a list; plain text is one message of the user. */
export function conversationOf(request: ResponsesRequest): readonly ConversationItem[] {
  return typeof request.input === 'string'
    ? [{ type: 'message', role: 'user', content: request.input }]
    : request.input;
}

/** Whether a value is an object with string keys (no array, no null). */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value can be sent as `responses_create_params`: an object whose `input` is text or a list of objects. */
export function isResponsesRequest(value: unknown): value is ResponsesRequest {
  if (!isRecord(value)) return false;
  const { input, tools } = value;
  const inputFits = typeof input === 'string' || (Array.isArray(input) && input.every(isRecord));
  const toolsFit = tools === undefined || tools === null || (Array.isArray(tools) && tools.every(isRecord));
  return inputFits && toolsFit;
}
