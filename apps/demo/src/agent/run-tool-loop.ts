import { conversationOf, isFunctionCall } from '../shapes/read-items.ts';
import type {
  ConversationItem,
  FunctionCallItem,
  FunctionCallOutputItem,
  ResponsesRequest,
  ResponsesResponse,
} from '../shapes/responses.ts';

/** What the loop works with; `callTool` never rejects for a tool's own errors, it returns them as output. */
export interface ToolLoopParts {
  readonly maxSteps: number;
  callModel(request: ResponsesRequest): Promise<ResponsesResponse>;
  callTool(call: FunctionCallItem): Promise<FunctionCallOutputItem>;
}

/**
 * Lets the model and the tools take turns until the model answers without a call, or for `maxSteps` model calls.
 *
 * Calls of one step run in parallel; their outputs follow in the order of the calls. The result is the last response
 * with the output items of all steps; after `maxSteps` it is `incomplete` with the reason `max_steps`.
 * Source: NeMo Gym's `simple_agent`.
 */
export async function runToolLoop(request: ResponsesRequest, parts: ToolLoopParts): Promise<ResponsesResponse> {
  const given = conversationOf(request);
  const output: ConversationItem[] = [];
  for (let step = 1; ; step += 1) {
    const response = await parts.callModel({ ...request, input: [...given, ...output] });
    output.push(...response.output);
    const calls = response.output.filter(isFunctionCall);
    if (calls.length === 0 || response.incomplete_details) return { ...response, output };
    output.push(...(await Promise.all(calls.map((call) => parts.callTool(call)))));
    if (step >= parts.maxSteps) {
      return { ...response, output, status: 'incomplete', incomplete_details: { reason: 'max_steps' } };
    }
  }
}
