import type { TelemetryConfig } from '@gym/telemetry-config';
import type { Meter, Tracer } from '@opentelemetry/api';

import type { LogSink } from './log-sink.ts';
import type { LogEmitter } from './logs/log-record.ts';

/**
 * What running telemetry needs at its call sites. Its presence means: propagation is on.
 *
 * `meter` is `undefined` when no metrics are exported, `logger` when no log records are. `sink` takes lines about
 * telemetry itself. Which spans exist is decided by the span groups, not here.
 */
export interface TelemetryRuntime {
  readonly tracer: Tracer;
  readonly meter: Meter | undefined;
  readonly logger: LogEmitter | undefined;
  readonly sink: LogSink;
  readonly config: TelemetryConfig;
  readonly serverName: string | undefined;
  readonly serverType: string | undefined;
}

/**
 * Where the running telemetry is kept: on the global object, so that a second copy of this package in the process (two
 * versions, or two bundles) sends the trace context on as well. Nothing is there before telemetry runs.
 */
const key = Symbol.for('@gym/telemetry.runtime.v1');
const holder = globalThis as { [key]?: TelemetryRuntime | undefined };

/** The running telemetry, or `undefined` when it is off: one property read. */
export function getRuntime(): TelemetryRuntime | undefined {
  return holder[key];
}

/** Sets the running telemetry; only the lifecycle does. */
export function setRuntime(next: TelemetryRuntime | undefined): void {
  if (next) holder[key] = next;
  else delete holder[key];
}
