export { SpanGroup, registerSpanGroups } from '@gym/telemetry-span-groups';

export { GymAttribute } from './attribute-names.ts';
export { detachWithLink, pendingLinks } from './detach-with-link.ts';
export {
  withAgentSpan,
  withJobSpan,
  withModelSpan,
  withRolloutSpan,
  withToolSpan,
  withVerifySpan,
} from './gym-spans.ts';
export { httpClientAttributes, httpDuration, httpServerAttributes } from './http/http-duration.ts';
export { knownHttpMethod } from './http/known-http-method.ts';
export { redactQuery } from './http/redact-query.ts';
export { hasW3cPropagation } from './http/w3c-propagation.ts';
export { getTelemetry, initTelemetry, resetTelemetry, shutdownTelemetry } from './init-telemetry.ts';
export { bridgeConsole } from './logs/bridge-console.ts';
export { createPinoStream } from './logs/create-pino-stream.ts';
export { startMemoryProfiling } from './memory/start-memory-profiling.ts';
export { recordSpanError } from './open-span.ts';
export { recordHttpRetry, recordHttpTimeout, recordServersActive } from './recorders.ts';
export { extendRedactedKeys } from './redact-attributes.ts';
export { currentRolloutId, runWithRolloutId, setRolloutId } from './rollout-id.ts';
export { getRuntime } from './runtime.ts';
export { recordSandboxCreateRetry, withSandboxExec, withSandboxStart, withSandboxStop } from './sandbox-spans.ts';
export { setSpanAttributes } from './set-span-attributes.ts';
export { startSpan } from './start-span.ts';
export { beginFleetStartup } from './startup/fleet-startup.ts';
export { beginServerStartup } from './startup/server-startup.ts';
export { traced } from './traced.ts';
export { withSpan } from './with-span.ts';

export type { SpanGroupHandle, SpanGroupRegistration } from '@gym/telemetry-span-groups';
export type { DeliveryReport, SignalCounts, SignalName, SignalReport, TelemetryCounts } from './delivery-report.ts';
export type { ModelCall, ModelDialect, ToolCall } from './gym-spans.ts';
export type { HttpSide } from './http/http-duration.ts';
export type { LogLevel, LogSink } from './log-sink.ts';
export type { PinoStream, PinoStreamOptions } from './logs/create-pino-stream.ts';
export type { GymLogRecord, LogEmitter } from './logs/log-record.ts';
export type { MemoryProfilingOptions, ProfiledServer } from './memory/start-memory-profiling.ts';
export type { GymSpanOptions } from './open-span.ts';
export type { TelemetryRuntime } from './runtime.ts';
export type { Sandbox } from './sandbox-spans.ts';
export type { GymSpan } from './start-span.ts';
export type { CustomExporter, ExportCandidate, InitTelemetryOptions, ServerType } from './init-telemetry-options.ts';
export type { FleetStartup, StartingServer } from './startup/fleet-startup.ts';
export type { ServerStartup } from './startup/server-startup.ts';
export type { DeadlineOptions, Telemetry, TelemetryStatus } from './telemetry-handle.ts';
