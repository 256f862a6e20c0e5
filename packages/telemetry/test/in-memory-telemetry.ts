import { initTelemetry, shutdownTelemetry, type InitTelemetryOptions, type LogLevel } from '@gym/telemetry';

/** The parts of a finished span that the tests look at. */
export interface FinishedSpan {
  readonly name: string;
  readonly kind: number;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly events: readonly { readonly name: string; readonly attributes?: Readonly<Record<string, unknown>> }[];
  readonly links: readonly { readonly context: { readonly traceId: string; readonly spanId: string } }[];
  readonly status: { readonly code: number; readonly message?: string };
  readonly parentSpanContext?: { readonly spanId: string };
  spanContext(): { readonly traceId: string; readonly spanId: string };
}

/** Telemetry of the real SDK whose spans end up in an array. */
export interface InMemoryTelemetry {
  readonly lines: readonly (readonly [LogLevel, string])[];
  /** The finished spans since the last call, in the order they ended. */
  takeSpans(): Promise<readonly FinishedSpan[]>;
  stop(): Promise<void>;
}

/** Starts telemetry with every group on, unless `env` says otherwise. One for each test file. */
export async function startInMemoryTelemetry(
  env: Readonly<Record<string, string>> = {},
  options: InitTelemetryOptions = {},
): Promise<InMemoryTelemetry> {
  let spans: FinishedSpan[] = [];
  const lines: (readonly [LogLevel, string])[] = [];
  const spanExporter = {
    export: (batch: readonly FinishedSpan[], done: (result: { code: number }) => void) => {
      spans.push(...batch);
      done({ code: 0 });
    },
    shutdown: () => Promise.resolve(),
  };
  const telemetry = await initTelemetry({
    serverName: 'test-server',
    exitHooks: false,
    log: (level, message) => lines.push([level, message]),
    env: { NEMO_GYM_OTEL_ENABLED: '1', NEMO_GYM_OTEL_SPAN_GROUPS: 'all', NEMO_GYM_OTEL_METRICS_ENABLED: '0', ...env },
    spanExporter,
    ...options,
  });
  return {
    lines,
    async takeSpans() {
      await telemetry.forceFlush();
      const taken = spans;
      spans = [];
      return taken;
    },
    async stop() {
      await shutdownTelemetry();
    },
  };
}
