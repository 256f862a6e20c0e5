import type { ToolSchema } from '../shapes/responses.ts';

/** Arguments of one tool call, not yet checked. */
export type ToolArguments = Readonly<Record<string, unknown>>;

/** A tool of the tool server: what it offers, and its work. `run` throws a {@link ToolError} for arguments it cannot use. */
export interface Tool {
  readonly schema: ToolSchema;
  run(args: ToolArguments): Readonly<Record<string, unknown>>;
}

/** A tool's answer to arguments it cannot use: status 422 with the message, which the model gets to read. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
  readonly code = 'TOOL_ARGUMENTS';
}

/** The text argument `name`; a missing, empty or non-text one is a {@link ToolError}. */
export function readText(args: ToolArguments, name: string): string {
  const value = args[name];
  if (typeof value === 'string' && value.trim() !== '') return value.trim();
  throw new ToolError(`${name}: expected a text, received ${describe(value)}`);
}

/** The finite number argument `name`; anything else is a {@link ToolError}. */
export function readNumber(args: ToolArguments, name: string): number {
  const value = args[name];
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  throw new ToolError(`${name}: expected a number, received ${describe(value)}`);
}

function describe(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value).slice(0, 60);
}
