import type { TelemetryConfig } from '@gym/telemetry-config';
import type { LogRecordExporter } from '@opentelemetry/sdk-logs';
import type { MetricReader } from '@opentelemetry/sdk-metrics';

import type { LogLine } from './pipeline/trouble-log.ts';
import type { ExportDecision } from './resource/decide-export.ts';
import type { SpanExporter } from './trace/finished-span.ts';

/** What `startSdk` needs. */
export interface StartSdkOptions {
  /** Resolved settings, precedence already applied (from `@gym/telemetry-env`). */
  readonly config: TelemetryConfig;
  readonly runId: string;
  /** `OTEL_*`, SLURM, Kubernetes and rank variables. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly serverName?: string | undefined;
  readonly serverType?: string | undefined;
  /** The application's version. */
  readonly serviceVersion?: string | undefined;
  readonly resourceAttributes?: Readonly<Record<string, string | number | boolean>> | undefined;
  /** The host's log; one call is one line, without secrets. */
  readonly log: LogLine;
  /** Takes the place of the built-in span exporter; batching, retries at flush and counts stay. */
  readonly spanExporter?: SpanExporter | undefined;
  /** Takes the place of the built-in metric reader and exporter; its points are not counted. */
  readonly metricReader?: MetricReader | undefined;
  /** Takes the place of the built-in log record exporter. */
  readonly logRecordExporter?: LogRecordExporter | undefined;
  /** Adds metrics of Node itself (event loop, GC, heap), when metrics are on; default `false`. */
  readonly runtimeMetrics?: boolean | undefined;
  /** Takes the place of `exportStrategy`. */
  readonly exportDecision?: ExportDecision | undefined;
  /** Where the console exporter writes; default `process.stdout`. */
  readonly consoleStream?: NodeJS.WritableStream | undefined;
}
