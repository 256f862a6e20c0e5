import type { ReceivedLog, ReceivedMetric, ReceivedSpan } from '@gym/otlp-receiver';
import { initTelemetry, resetTelemetry, type InitTelemetryOptions, type Telemetry } from '@gym/telemetry';
import { CollectingMetricReader } from '@gym/telemetry-sdk';

import { createMemoryExporter } from './create-memory-exporter.ts';
import { TelemetryHarnessError } from './telemetry-harness-error.ts';
import { toPlainLog } from './to-plain-log.ts';
import { toPlainMetrics } from './to-plain-metrics.ts';
import { toPlainSpan } from './to-plain-span.ts';

/**
 * Options of `startTelemetryHarness`, as in `initTelemetry`.
 *
 * Telemetry is on, with every span group, metrics and logs; variables in `env` change that. `process.env` is not read.
 */
export type TelemetryHarnessOptions = Pick<
  InitTelemetryOptions,
  'serverName' | 'serverType' | 'serviceVersion' | 'resourceAttributes' | 'runtimeMetrics' | 'env'
>;

/** Running telemetry whose output stays in memory. Spans, metrics and logs have the shapes of `@gym/otlp-receiver`. */
export interface TelemetryHarness extends AsyncDisposable {
  readonly telemetry: Telemetry;
  /** The spans that had ended at the last `flush`, in that order. */
  readonly spans: readonly ReceivedSpan[];
  /** The metrics as the last `flush` found them, cumulative. */
  readonly metrics: readonly ReceivedMetric[];
  /** The log records made before the last `flush`. */
  readonly logs: readonly ReceivedLog[];
  /** What telemetry said about itself, as `level: message`. */
  readonly lines: readonly string[];
  /** Brings `spans`, `metrics` and `logs` up to date. */
  flush(): Promise<void>;
  /** Ends telemetry and takes all it registered back; what was captured stays readable. Again: nothing. */
  stop(): Promise<void>;
}

const everything = {
  NEMO_GYM_OTEL_ENABLED: '1',
  NEMO_GYM_OTEL_SPAN_GROUPS: 'all',
  NEMO_GYM_OTEL_LOGS_ENABLED: '1',
  NEMO_GYM_OTEL_RUN_ID: 'test-run',
} as const;

let running = false;

/**
 * Starts the real SDK in this process with exporters that keep everything as plain data; for one test.
 *
 * Telemetry started before by `initTelemetry` is shut down, and a call of it meanwhile gets this one. One harness at a
 * time: stop it, best with `await using`. Throws {@link TelemetryHarnessError}: `ALREADY_RUNNING`, or `NOT_STARTED` when
 * another OpenTelemetry SDK is registered or `env` switches telemetry off.
 */
export async function startTelemetryHarness(options: TelemetryHarnessOptions = {}): Promise<TelemetryHarness> {
  if (running) throw new TelemetryHarnessError('ALREADY_RUNNING', 'another harness of this process was not stopped');
  running = true;
  try {
    await resetTelemetry();
    return await start(options);
  } catch (error) {
    await resetTelemetry();
    running = false;
    throw error;
  }
}

async function start({ env, ...options }: TelemetryHarnessOptions): Promise<TelemetryHarness> {
  const lines: string[] = [];
  const spans = createMemoryExporter(toPlainSpan);
  const logs = createMemoryExporter(toPlainLog);
  let metrics: readonly ReceivedMetric[] = [];
  const telemetry = await initTelemetry({
    serverName: 'test-server',
    ...options,
    env: { ...everything, ...env },
    exitHooks: false,
    workerThreads: true,
    log: (level, message) => lines.push(`${level}: ${message}`),
    spanExporter: spans,
    logRecordExporter: logs,
    metricReader: new CollectingMetricReader((collection) => (metrics = toPlainMetrics(collection))),
  });
  if (telemetry.status !== 'on' && telemetry.status !== 'propagating') {
    throw new TelemetryHarnessError('NOT_STARTED', [`telemetry is ${telemetry.status}`, ...lines].join('\n'));
  }
  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> => (stopped ??= resetTelemetry().finally(() => (running = false)));
  return {
    telemetry,
    lines,
    get spans() {
      return spans.items;
    },
    get metrics() {
      return metrics;
    },
    get logs() {
      return logs.items;
    },
    flush: async () => {
      await telemetry.forceFlush();
    },
    stop,
    [Symbol.asyncDispose]: stop,
  };
}
