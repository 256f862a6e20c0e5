import * as api from '@opentelemetry/api';
import { LoggerProvider, type ReadableLogRecord } from '@opentelemetry/sdk-logs';

import { BatchPipeline } from './pipeline/batch-pipeline.ts';
import type { RunningSignal } from './running-signal.ts';
import { readBatchSettings } from './settings/read-batch-settings.ts';
import { readAttributeLimits } from './settings/read-limits.ts';
import { SignalCounter } from './signal-counts.ts';
import type { StartSignalOptions } from './start-traces.ts';
import { scopeName, version } from './version.ts';

/** What is used of the logs API. */
interface LogsApi {
  /** Gives `true` or, in `@opentelemetry/api-logs`, the provider that is registered afterwards. */
  setGlobalLoggerProvider(provider: LoggerProvider): unknown;
  disable(): void;
}

/** Starts logging and registers the global logger provider. */
export async function startLogs(options: StartSignalOptions<ReadableLogRecord>): Promise<RunningSignal> {
  const { env, resource, sender, trouble } = options;
  const counter = new SignalCounter();
  const pipeline = new BatchPipeline({ sender, counter, trouble, settings: readBatchSettings(env, 'OTEL_BLRP') });
  const { attributeCountLimit, attributeValueLengthLimit } = readAttributeLimits(env, 'LOGRECORD');
  const provider = new LoggerProvider({
    resource,
    logRecordLimits: { attributeCountLimit, attributeValueLengthLimit },
    processors: [
      {
        onEmit: (record) => pipeline.add(record),
        forceFlush: () => pipeline.flush(),
        shutdown: () => Promise.resolve(),
      },
    ],
  });
  const own = (await loadLogsApis()).filter((logs) => {
    const result = logs.setGlobalLoggerProvider(provider);
    return result === true || result === provider;
  });
  return {
    counter,
    logger: provider.getLogger(scopeName, version),
    flush: () => pipeline.flush(),
    drain: (deadlineAtMs) => pipeline.drain(deadlineAtMs),
    close: () => {
      pipeline.close();
      for (const logs of own) logs.disable();
    },
  };
}

/**
 * The logs API is part of `@opentelemetry/api` from 1.10 on and `@opentelemetry/api-logs` before. The two do not see
 * each other's provider, so both get it where both are installed.
 */
async function loadLogsApis(): Promise<readonly LogsApi[]> {
  const own = (api as { readonly logs?: LogsApi }).logs;
  try {
    const { logs } = await import('@opentelemetry/api-logs');
    return own === undefined ? [logs] : [own, logs];
  } catch {
    return own === undefined ? [] : [own];
  }
}
