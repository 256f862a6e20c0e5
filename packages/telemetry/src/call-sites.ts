import type { TelemetryConfig } from '@gym/telemetry-config';
import { disableSpanGroups, enableSpanGroups } from '@gym/telemetry-span-groups';
import { metrics, trace } from '@opentelemetry/api';
import type { Meter } from '@opentelemetry/api';

import type { InitTelemetryOptions } from './init-telemetry-options.ts';
import type { LogSink } from './log-sink.ts';
import type { LogEmitter } from './logs/log-record.ts';
import { setRuntime } from './runtime.ts';
import { scopeName, version } from './version.ts';

/** What the call sites use: spans and metrics when somebody takes them, the logger and the meter of our SDK. */
export interface CallSiteUse {
  readonly spans: boolean;
  readonly metrics: boolean;
  readonly meter?: Meter | undefined;
  readonly logger?: LogEmitter | undefined;
}

/** Switches the groups and opens the call sites; what is registered with the API is used, whoever registered it. */
export function openCallSites(
  options: InitTelemetryOptions,
  config: TelemetryConfig,
  use: CallSiteUse,
  log: LogSink,
): readonly string[] {
  setRuntime({
    tracer: trace.getTracer(scopeName, version),
    meter: use.metrics ? (use.meter ?? metrics.getMeter(scopeName, version)) : undefined,
    logger: use.logger,
    sink: log,
    config,
    serverName: options.serverName,
    serverType: options.serverType,
  });
  if (!use.spans && !use.metrics) return [];
  const { groups, unknown } = enableSpanGroups(config.spanGroups);
  for (const { message } of unknown) log('warn', message);
  return groups;
}

/** Switches the groups off and closes the call sites. */
export function closeCallSites(): void {
  disableSpanGroups();
  setRuntime(undefined);
}
