import { toolAttributes } from '@gym/telemetry-genai';
import { SpanGroup } from '@gym/telemetry-span-groups';
import { context } from '@opentelemetry/api';
import type { Attributes, Span } from '@opentelemetry/api';

import { GymAttribute } from './attribute-names.ts';
import { jobLinkFromBaggage, withoutJobBaggage } from './detach-with-link.ts';
import { noopSpan } from './open-span.ts';
import { withInstruments } from './recorders.ts';
import { currentRolloutId } from './rollout-id.ts';
import { getRuntime } from './runtime.ts';
import { runInSpan } from './with-span.ts';

/** The wire dialect of a model call, the last word of its route. */
export type ModelDialect = 'responses' | 'chat_completions' | 'messages';

/** A model call: its dialect, and attributes to put on the span (GenAI conventions). */
export interface ModelCall {
  readonly dialect: ModelDialect;
  readonly attributes?: Attributes | (() => Attributes);
}

/** A tool call: the tool's name, and the id the model gave the call. */
export interface ToolCall {
  readonly toolName: string;
  readonly callId?: string;
}

/** The two attributes of every handler span: the server's name and, in a rollout, the rollout id. */
function handlerAttributes(): Attributes {
  const serverName = getRuntime()?.serverName;
  const rolloutId = currentRolloutId();
  return {
    ...(serverName !== undefined && { [GymAttribute.SERVER_NAME]: serverName }),
    ...(rolloutId !== undefined && { [GymAttribute.ROLLOUT_ID]: rolloutId }),
  };
}

/** Runs a whole collection of rollouts in a `gym.job` span (group `job`). */
export function withJobSpan<T>(fn: (span: Span) => T): T {
  if (!SpanGroup.JOB.enabled) return fn(noopSpan);
  return runInSpan('gym.job', undefined, fn);
}

/** Runs the agent's `/run` in a `gym.rollout` span and records `gym.rollout.duration_ms` (group `rollout`). */
export function withRolloutSpan<T>(fn: (span: Span) => T): T {
  if (!SpanGroup.ROLLOUT.enabled) return fn(noopSpan);
  const startedAt = performance.now();
  const active = context.active();
  const jobLink = jobLinkFromBaggage(active);
  const options = { attributes: handlerAttributes, links: jobLink ? [jobLink] : [], parent: withoutJobBaggage(active) };
  return runInSpan('gym.rollout', options, fn, () =>
    withInstruments(({ rolloutDuration }) => rolloutDuration.record(performance.now() - startedAt)),
  );
}

/** Runs the agent's `/v1/responses` in a `gym.agent.responses` span (group `agent`). */
export function withAgentSpan<T>(fn: (span: Span) => T): T {
  if (!SpanGroup.AGENT.enabled) return fn(noopSpan);
  return runInSpan('gym.agent.responses', { attributes: handlerAttributes }, fn);
}

const dialectWords = { responses: 'responses', chat_completions: 'chat', messages: 'messages' } as const;

/**
 * Runs a model server's handler in a `gym.model.<dialect>` span and records `gym.model_call.duration_ms` with the
 * dialect and the outcome, `ok` or `exception` (group `model_call`).
 */
export function withModelSpan<T>(call: ModelCall, fn: (span: Span) => T): T {
  if (!SpanGroup.MODEL_CALL.enabled) return fn(noopSpan);
  const startedAt = performance.now();
  const attributes = (): Attributes => ({
    ...handlerAttributes(),
    ...(typeof call.attributes === 'function' ? call.attributes() : call.attributes),
  });
  return runInSpan(`gym.model.${call.dialect}`, { attributes }, fn, (failed) =>
    withInstruments(({ modelCallDuration }) =>
      modelCallDuration.record(performance.now() - startedAt, {
        [GymAttribute.SERVER_NAME]: getRuntime()?.serverName ?? 'unknown',
        [GymAttribute.MODEL_CALL_DIALECT]: dialectWords[call.dialect],
        [GymAttribute.MODEL_CALL_OUTCOME]: failed ? 'exception' : 'ok',
      }),
    ),
  );
}

/** Runs one tool call of an agent in a `gym.tool_call` span with GenAI `execute_tool` attributes (group `tool_call`). */
export function withToolSpan<T>(call: ToolCall, fn: (span: Span) => T): T {
  if (!SpanGroup.TOOL_CALL.enabled) return fn(noopSpan);
  const attributes = (): Attributes => ({
    ...handlerAttributes(),
    ...toolAttributes({ name: call.toolName, callId: call.callId }),
    [GymAttribute.TOOL_NAME]: call.toolName,
  });
  return runInSpan('gym.tool_call', { attributes }, fn);
}

let verifyCalls = 0;
let verifySuccesses = 0;

/** Begins the share of successful verify calls anew; only tests do. */
export function resetVerifyRate(): void {
  verifyCalls = 0;
  verifySuccesses = 0;
}

/**
 * Runs a resources server's `/verify` in a `gym.verify` span and records `gym.verify.duration_ms` and the share of
 * calls that did not throw, `gym.verify.success_rate` (group `verify`).
 */
export function withVerifySpan<T>(fn: (span: Span) => T): T {
  if (!SpanGroup.VERIFY.enabled) return fn(noopSpan);
  const startedAt = performance.now();
  return runInSpan('gym.verify', { attributes: handlerAttributes }, fn, (failed) => {
    verifyCalls += 1;
    if (!failed) verifySuccesses += 1;
    withInstruments((instruments) => {
      instruments.verifyDuration.record(performance.now() - startedAt);
      instruments.verifySuccessRate.record(verifySuccesses / verifyCalls);
    });
  });
}
