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

let runtime: TelemetryRuntime | undefined;

/** The running telemetry, or `undefined` when it is off: one variable read. */
export function getRuntime(): TelemetryRuntime | undefined {
  return runtime;
}

/** Sets the running telemetry; only the lifecycle does. */
export function setRuntime(next: TelemetryRuntime | undefined): void {
  runtime = next;
}
