import { initTelemetry, resetTelemetry } from '@gym/telemetry';
import { CollectingMetricReader } from '@gym/telemetry-sdk';

/** One value of a gauge. */
export interface GaugePoint {
  readonly value: number;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** Telemetry with metrics only, whose gauges can be read. */
export interface MetricCollection extends AsyncDisposable {
  /** `level: message` of every line about telemetry itself. */
  readonly lines: readonly string[];
  /** The points of every `gym.*.memory.*` and `gym.server.*` gauge now, by name. */
  read(): Promise<Readonly<Record<string, readonly GaugePoint[]>>>;
}

/** Starts telemetry with memory profiling at an interval of an hour, unless `env` says otherwise. */
export async function collectMetrics(env: Readonly<Record<string, string>> = {}): Promise<MetricCollection> {
  let gauges: Record<string, readonly GaugePoint[]> = {};
  const lines: string[] = [];
  const metricReader = new CollectingMetricReader(({ scopeMetrics }) => {
    const metrics = scopeMetrics.flatMap((scope) => scope.metrics);
    const memory = metrics.filter(({ descriptor }) => /^gym\.(server|host)\./.test(descriptor.name));
    gauges = Object.fromEntries(
      memory.map(({ dataPoints, descriptor }) => [descriptor.name, dataPoints as readonly GaugePoint[]]),
    );
  });
  const telemetry = await initTelemetry({
    exitHooks: false,
    log: (level, message) => lines.push(`${level}: ${message}`),
    env: {
      NEMO_GYM_OTEL_ENABLED: '1',
      NEMO_GYM_OTEL_TRACES_ENABLED: '0',
      NEMO_GYM_OTEL_MEMORY_PROFILING_ENABLED: '1',
      NEMO_GYM_OTEL_MEMORY_PROFILING_INTERVAL_SECONDS: '3600',
      ...env,
    },
    metricReader,
  });
  return {
    lines,
    read: async () => {
      await telemetry.forceFlush();
      return gauges;
    },
    [Symbol.asyncDispose]: () => resetTelemetry(),
  };
}
