import type { OtelEnv } from './otel-env.ts';

/** How metrics are collected. */
export interface MetricSettings {
  /** Time between two collections in ms; default 10 000 as in NeMo Gym. */
  readonly intervalMs: number;
  /** Time for all attempts at one collection together, in ms. */
  readonly exportTimeoutMs: number;
  readonly temporality: 'cumulative' | 'delta' | 'lowmemory';
  readonly histogram: 'explicit_bucket_histogram' | 'base2_exponential_bucket_histogram';
}

/** Reads `OTEL_METRIC_EXPORT_*` and the two `OTEL_EXPORTER_OTLP_METRICS_*` preferences. An interval below the timeout is fine. */
export function readMetricSettings(env: OtelEnv): MetricSettings {
  return {
    intervalMs: Math.min(env.integer('OTEL_METRIC_EXPORT_INTERVAL', 1) ?? 10_000, 2 ** 31 - 1),
    exportTimeoutMs: env.timeoutMs('OTEL_METRIC_EXPORT_TIMEOUT') ?? 300_000,
    temporality:
      env.word('OTEL_EXPORTER_OTLP_METRICS_TEMPORALITY_PREFERENCE', ['cumulative', 'delta', 'lowmemory']) ??
      'cumulative',
    histogram:
      env.word('OTEL_EXPORTER_OTLP_METRICS_DEFAULT_HISTOGRAM_AGGREGATION', [
        'explicit_bucket_histogram',
        'base2_exponential_bucket_histogram',
      ]) ?? 'explicit_bucket_histogram',
  };
}
