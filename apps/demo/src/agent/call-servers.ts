import { currentRolloutId, withToolSpan } from '@gym/telemetry';
import { isHttpClientError, requestJson } from '@gym/telemetry-undici';
import { SpanStatusCode } from '@opentelemetry/api';

import { explainFailure } from '../explain-failure.ts';
import type { FunctionCallItem, FunctionCallOutputItem, ToolSchema } from '../shapes/responses.ts';
import { planToolCall } from './plan-tool-call.ts';

/** How the agent calls other servers: further attempts on failures that may pass, and a deadline (or none) for each attempt. */
export interface CallSettings {
  readonly retries: number;
  readonly timeoutMs: number | undefined;
}

/** An answer with the session cookies to send along from now on. */
export interface CallAnswer<T> {
  readonly data: T;
  readonly cookie: string | undefined;
}

/** Posts JSON to a server of the fleet; `cookie` is sent, and the answer's cookies take its place. */
export async function postJson<T>(
  url: string,
  body: unknown,
  cookie: string | undefined,
  settings: CallSettings,
): Promise<CallAnswer<T>> {
  const { retries, timeoutMs } = settings;
  const answer = await requestJson<T>(url, {
    body,
    headers: cookie === undefined ? {} : { cookie },
    retries,
    ...(timeoutMs !== undefined && { timeoutMs }),
  });
  const given = [answer.headers['set-cookie'] ?? []].flat().map((line) => line.split(';', 1)[0]);
  return { data: answer.data, cookie: given.length > 0 ? given.join('; ') : cookie };
}

/** Where tools are called, and which are on offer. */
export interface ToolAccess {
  readonly url: string;
  readonly offered: readonly ToolSchema[];
  readonly cookie: string | undefined;
  readonly settings: CallSettings;
}

/**
 * Makes one tool call of the model, in a `gym.tool_call` span.
 *
 * A call that cannot be made, and one the tool server refuses (4xx), gives `{"error": ...}` for the model to read; a tool
 * server that fails or cannot be reached rejects.
 */
export function callTool(call: FunctionCallItem, access: ToolAccess): Promise<FunctionCallOutputItem> {
  const output = (value: unknown): FunctionCallOutputItem => ({
    type: 'function_call_output',
    call_id: call.call_id,
    output: JSON.stringify(value),
  });
  return withToolSpan({ toolName: call.name, callId: call.call_id }, async (span) => {
    const refuse = (kind: string, error: string): FunctionCallOutputItem => {
      span.setAttribute('error.type', kind).setStatus({ code: SpanStatusCode.ERROR });
      return output({ error });
    };
    const planned = planToolCall(call, access.offered);
    if (!planned.ok) return refuse('invalid_tool_call', planned.error);
    try {
      const { data } = await postJson(`${access.url}/${call.name}`, planned.args, access.cookie, access.settings);
      return output(data);
    } catch (error) {
      const status = isHttpClientError(error) ? error.status : undefined;
      if (status === undefined || status < 400 || status >= 500) throw error;
      return refuse(String(status), explainFailure(error));
    }
  });
}

/** The current rollout id, or the one NeMo Gym's driver keys in a `/run` body make. */
export function rolloutIdFor(body: Readonly<Record<string, unknown>>): string | undefined {
  const { _ng_rollout_id: given, _ng_task_index: task, _ng_rollout_index: rollout, _ng_attempt_index: attempt } = body;
  const current = currentRolloutId();
  if (current !== undefined) return current;
  if (typeof given === 'string') return given;
  if (!Number.isInteger(task) || !Number.isInteger(rollout)) return undefined;
  return `${String(task)}-${String(rollout)}${Number(attempt) > 0 ? `-a${String(attempt)}` : ''}`;
}
