import { readEnvText, type Env } from '@gym/telemetry-env';
import { SpanGroup } from '@gym/telemetry-span-groups';
import { context, propagation, ROOT_CONTEXT, SpanKind, trace } from '@opentelemetry/api';
import type { Attributes, Context, Span } from '@opentelemetry/api';

import { GymAttribute } from '../attribute-names.ts';
import { getRuntime } from '../runtime.ts';
import type { StartupStage } from './stage-clock.ts';

/** The environment variable that carries the parent of a server's startup span. Source: NeMo Gym startup tracing. */
export const startupParentVariable = 'NEMO_GYM_STARTUP_TRACEPARENT';

/** The parent a process was given in its environment: NeMo Gym's variable, else OpenTelemetry's `TRACEPARENT`. */
export function parentFromEnv(env: Env): Context {
  const traceparent = readEnvText(env, startupParentVariable) ?? readEnvText(env, 'TRACEPARENT');
  return traceparent === undefined ? ROOT_CONTEXT : propagation.extract(ROOT_CONTEXT, { traceparent });
}

/** Starts a startup span at a time in the past; `undefined` when the group `startup` is off. */
export function startStartupSpan(
  name: string,
  parent: Context,
  startMs: number,
  attributes: Attributes = {},
): Span | undefined {
  const runtime = SpanGroup.STARTUP.enabled ? getRuntime() : undefined;
  return runtime?.tracer.startSpan(name, { kind: SpanKind.INTERNAL, startTime: startMs, attributes }, parent);
}

/** Makes the finished span of each stage under `parent`, with the parent's attributes and the stage's name. */
export function emitStageSpans(
  prefix: string,
  parent: Span,
  stages: readonly StartupStage[],
  attributes: Attributes = {},
): void {
  const under = trace.setSpan(context.active(), parent);
  for (const { name, startMs, endMs } of stages) {
    const stageAttributes = { ...attributes, [GymAttribute.STARTUP_STAGE]: name };
    startStartupSpan(`${prefix}.${name}`, under, startMs, stageAttributes)?.end(endMs);
  }
}
