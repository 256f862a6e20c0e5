import type { ConversationItem, ResponsesRequest, ResponsesResponse, Usage } from './responses.ts';

/** The parts of a response that differ between answers; `createdAt` is in seconds since the epoch. */
export interface ResponseParts {
  readonly id: string;
  readonly createdAt: number;
  readonly model: string;
  readonly output: readonly ConversationItem[];
  readonly usage: Usage | null;
  readonly incompleteReason?: string;
}

/** Token counts in the Responses shape. */
export function makeUsage(inputTokens: number, outputTokens: number): Usage {
  return {
    input_tokens: inputTokens,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: outputTokens,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: inputTokens + outputTokens,
  };
}

/** Builds the answer of `POST /v1/responses` to a request. */
export function makeResponse(request: ResponsesRequest, parts: ResponseParts): ResponsesResponse {
  return {
    id: parts.id,
    object: 'response',
    created_at: parts.createdAt,
    model: parts.model,
    output: parts.output,
    parallel_tool_calls: true,
    tool_choice: 'auto',
    tools: request.tools ?? [],
    status: parts.incompleteReason === undefined ? 'completed' : 'incomplete',
    incomplete_details: parts.incompleteReason === undefined ? null : { reason: parts.incompleteReason },
    usage: parts.usage,
  };
}
