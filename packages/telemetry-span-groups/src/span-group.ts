/**
 * A span group: whether its spans exist is one plain boolean, read at the call site before any argument is built.
 *
 * ```ts
 * if (SpanGroup.ROLLOUT.enabled) recordSomething();
 * ```
 *
 * The field is a plain property on purpose: reading it costs nothing measurable, where a set look-up costs 3-5 ns and
 * a getter 30 ns. It changes when telemetry starts, so read it each time instead of keeping its value.
 */
export interface SpanGroupHandle {
  /** The name used in a spec: `rollout`, or `<namespace>.<group>` for a group of a library. */
  readonly name: string;
  readonly enabled: boolean;
}

/** A handle as its owner, the registry, sees it. */
export interface MutableSpanGroup {
  readonly name: string;
  enabled: boolean;
}

function group(name: string): SpanGroupHandle {
  return { name, enabled: false };
}

/** The groups of the gym itself. All are off until telemetry starts. */
export const SpanGroup: {
  readonly JOB: SpanGroupHandle;
  readonly SERVER: SpanGroupHandle;
  readonly HTTP_CLIENT: SpanGroupHandle;
  readonly ROLLOUT: SpanGroupHandle;
  readonly AGENT: SpanGroupHandle;
  readonly MODEL_CALL: SpanGroupHandle;
  readonly TOOL_CALL: SpanGroupHandle;
  readonly VERIFY: SpanGroupHandle;
  readonly SANDBOX: SpanGroupHandle;
  readonly STARTUP: SpanGroupHandle;
} = {
  JOB: group('job'),
  SERVER: group('server'),
  HTTP_CLIENT: group('http_client'),
  ROLLOUT: group('rollout'),
  AGENT: group('agent'),
  MODEL_CALL: group('model_call'),
  TOOL_CALL: group('tool_call'),
  VERIFY: group('verify'),
  SANDBOX: group('sandbox'),
  STARTUP: group('startup'),
};
