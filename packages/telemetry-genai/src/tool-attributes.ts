import type { ContentOptions } from './content-options.ts';
import { AttributeWriter, type GenAiAttributes } from './gen-ai-attributes.ts';
import { genAiNames as names } from './gen-ai-names.ts';
import { toContentJson } from './to-content-json.ts';

/** A tool that is run. */
export interface ToolCall {
  readonly name: string;
  /** Id the model gave this call. */
  readonly callId?: string | undefined;
  /** `function` (default), `extension` or `datastore`. */
  readonly type?: 'function' | 'extension' | 'datastore' | undefined;
  readonly description?: string | undefined;
  /** Written only with `captureContent: true`, as JSON. */
  readonly arguments?: unknown;
  /** Written only with `captureContent: true`, as JSON. */
  readonly result?: unknown;
}

/** The attributes of an `execute_tool` span. Never throws. Source: GenAI conventions, span `execute_tool`. */
export function toolAttributes(call: ToolCall, options: ContentOptions = {}): GenAiAttributes {
  const to = new AttributeWriter();
  to.text(names.operation, 'execute_tool');
  to.text(names.toolName, call.name);
  to.text(names.toolCallId, call.callId);
  to.text(names.toolType, call.type ?? 'function');
  to.text(names.toolDescription, call.description);
  to.content(names.toolArguments, toContentJson(names.toolArguments, call.arguments, options));
  to.content(names.toolResult, toContentJson(names.toolResult, call.result, options));
  return to.attributes;
}
