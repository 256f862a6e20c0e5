/** One piece of a message's content, as the Responses API writes it. */
export interface ContentPart {
  readonly type: string;
  readonly text?: string;
}

/** A message of the conversation; `role` is `system`, `developer`, `user` or `assistant`. */
export interface MessageItem {
  readonly type?: 'message';
  readonly id?: string;
  readonly role: string;
  readonly content: string | readonly ContentPart[];
  readonly status?: string;
}

/** The model asks for a tool; `arguments` is JSON text as the model wrote it, so it may be malformed. */
export interface FunctionCallItem {
  readonly type: 'function_call';
  readonly id?: string;
  readonly call_id: string;
  readonly name: string;
  readonly arguments: string;
  readonly status?: string;
}

/** What a tool answered, as text. */
export interface FunctionCallOutputItem {
  readonly type: 'function_call_output';
  readonly call_id: string;
  readonly output: string;
}

/** One entry of a conversation. Entries of other kinds (`reasoning`) are passed on and not looked at. */
export type ConversationItem = MessageItem | FunctionCallItem | FunctionCallOutputItem;

/** The JSON Schema of one tool parameter, as far as it is used here. */
export interface ParameterSchema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly unknown[];
}

/** A tool on offer. */
export interface ToolSchema {
  readonly type: 'function';
  readonly name: string;
  readonly description?: string;
  readonly parameters?: {
    readonly type?: string;
    readonly properties?: Readonly<Record<string, ParameterSchema>>;
    readonly required?: readonly string[];
  };
  readonly strict?: boolean;
}

/** The body of `POST /v1/responses`; fields not named here are passed on. */
export interface ResponsesRequest {
  readonly input: string | readonly ConversationItem[];
  readonly instructions?: string | null;
  readonly tools?: readonly ToolSchema[];
  readonly model?: string;
  readonly metadata?: Readonly<Record<string, string>>;
  readonly [extra: string]: unknown;
}

/** Token counts of one answer. */
export interface Usage {
  readonly input_tokens: number;
  readonly input_tokens_details: { readonly cached_tokens: number };
  readonly output_tokens: number;
  readonly output_tokens_details: { readonly reasoning_tokens: number };
  readonly total_tokens: number;
}

/** The answer of `POST /v1/responses`. */
export interface ResponsesResponse {
  readonly id: string;
  readonly object: 'response';
  readonly created_at: number;
  readonly model: string;
  readonly output: readonly ConversationItem[];
  readonly parallel_tool_calls: boolean;
  readonly tool_choice: string;
  readonly tools: readonly ToolSchema[];
  readonly status: 'completed' | 'incomplete';
  readonly incomplete_details: { readonly reason: string } | null;
  readonly usage: Usage | null;
}

/** The body of `POST /run`, and of `/verify` without `response`: a task's row with the driver's keys. */
export interface RolloutRequest {
  readonly responses_create_params: ResponsesRequest;
  readonly [extra: string]: unknown;
}

/** The answer of `/verify`, and so of `/run`: the request with the response and its reward. */
export interface RolloutResult extends RolloutRequest {
  readonly response: ResponsesResponse;
  readonly reward: number;
}
