import { isRecord } from '../shapes/read-items.ts';
import type { FunctionCallItem, ToolSchema } from '../shapes/responses.ts';

/** Whether a call can be sent to the tool server, with its arguments, or why not; the model gets to read `error`. */
export type PlannedCall =
  | { readonly ok: true; readonly args: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly error: string };

/**
 * Checks a tool call of the model before it is sent: the tool must be on offer and the arguments a JSON object.
 *
 * Only offered tools are ever called, so a model cannot reach other routes of the tool server by name.
 */
export function planToolCall(call: FunctionCallItem, offered: readonly ToolSchema[]): PlannedCall {
  // What a model wrote may have any type.
  const { arguments: text, name }: { readonly arguments: unknown; readonly name: unknown } = call;
  if (typeof name !== 'string' || !offered.some((tool) => tool.name === name) || !/^[\w-]+$/.test(name)) {
    const names = offered.map((tool) => tool.name).join(', ');
    return { ok: false, error: `there is no tool ${JSON.stringify(String(name).slice(0, 60))}; tools: ${names}` };
  }
  if (typeof text !== 'string') return { ok: false, error: 'arguments: expected JSON text' };
  try {
    const args: unknown = JSON.parse(text);
    return isRecord(args) ? { ok: true, args } : { ok: false, error: 'arguments: expected a JSON object' };
  } catch {
    return { ok: false, error: `arguments: not valid JSON: ${text.slice(0, 80)}` };
  }
}
