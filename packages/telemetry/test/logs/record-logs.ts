import { initTelemetry, resetTelemetry, type InitTelemetryOptions } from '@gym/telemetry';

/** The parts of a log record that the tests look at. */
export interface RecordedLog {
  readonly body: unknown;
  readonly severityNumber?: number;
  readonly severityText?: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly hrTime: readonly [number, number];
  readonly spanContext?: { readonly traceId: string; readonly spanId: string };
  readonly instrumentationScope: { readonly name: string };
}

/** Telemetry of the real SDK whose log records end up in an array. */
export interface LogRecording extends AsyncDisposable {
  /** `level: message` of every line about telemetry itself. */
  readonly lines: readonly string[];
  /** What was recorded up to now. */
  read(): Promise<readonly RecordedLog[]>;
}

/** Starts telemetry with logs and spans on, unless `env` says otherwise; everything is taken back at the end of the block. */
export async function recordLogs(
  env: Readonly<Record<string, string>> = {},
  options: InitTelemetryOptions = {},
): Promise<LogRecording> {
  const records: RecordedLog[] = [];
  const lines: string[] = [];
  const telemetry = await initTelemetry({
    exitHooks: false,
    log: (level, message) => lines.push(`${level}: ${message}`),
    env: {
      NEMO_GYM_OTEL_ENABLED: '1',
      NEMO_GYM_OTEL_SPAN_GROUPS: 'all',
      NEMO_GYM_OTEL_LOGS_ENABLED: '1',
      NEMO_GYM_OTEL_METRICS_ENABLED: '0',
      ...env,
    },
    spanExporter: { export: (_, done) => done({ code: 0 }), shutdown: () => Promise.resolve() },
    logRecordExporter: {
      export: (batch: readonly RecordedLog[], done: (result: { code: number }) => void) => {
        records.push(...batch);
        done({ code: 0 });
      },
      shutdown: () => Promise.resolve(),
    },
    ...options,
  });
  return {
    lines,
    read: async () => {
      await telemetry.forceFlush();
      return records;
    },
    [Symbol.asyncDispose]: () => resetTelemetry(),
  };
}
