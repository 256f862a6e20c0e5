import type { ToolSchema } from './responses.ts';

/** A tool call in the chat completions dialect. */
export interface ChatToolCall {
  readonly id: string;
  readonly type: 'function';
  readonly function: { readonly name: string; readonly arguments: string };
}

/** A message in the chat completions dialect. */
export interface ChatMessage {
  readonly role: string;
  readonly content: string | readonly { readonly type: string; readonly text?: string }[] | null;
  readonly tool_calls?: readonly ChatToolCall[];
  readonly tool_call_id?: string;
}

/** The body of `POST /v1/chat/completions`; fields not named here are passed on. */
export interface ChatRequest {
  readonly model?: string;
  readonly messages: readonly ChatMessage[];
  readonly tools?: readonly { readonly type: 'function'; readonly function: Omit<ToolSchema, 'type'> }[];
  readonly seed?: number;
  readonly [extra: string]: unknown;
}

/** The answer of `POST /v1/chat/completions`. */
export interface ChatResponse {
  readonly id: string;
  readonly object: 'chat.completion';
  readonly created: number;
  readonly model: string;
  readonly choices: readonly {
    readonly index: number;
    readonly finish_reason: string;
    readonly message: ChatMessage;
  }[];
  readonly usage?: {
    readonly prompt_tokens: number;
    readonly completion_tokens: number;
    readonly total_tokens: number;
  };
}
