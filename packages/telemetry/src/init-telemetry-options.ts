import type { TelemetryConfig } from '@gym/telemetry-config';
import type { Env } from '@gym/telemetry-env';

import type { LogSink } from './log-sink.ts';

/** The kinds of servers NeMo Gym tells apart, or a word of your own; resource attribute `nemo.gym.server.type`. */
export type ServerType =
  | 'resources_servers'
  | 'responses_api_agents'
  | 'responses_api_models'
  | 'supervisor'
  | (string & {});

/** What this package needs to know of an OpenTelemetry exporter; the SDK's `SpanExporter` and `LogRecordExporter` fit. */
export interface CustomExporter {
  export(items: never[], done: (result: { code: number; error?: Error }) => void): void;
  shutdown(): Promise<void>;
}

/** A process of a ranked job, for an export strategy of your own; ranks count from 0. */
export interface ExportCandidate {
  readonly runId: string;
  readonly rank: number;
  readonly worldSize: number;
  readonly localRank: number;
}

/**
 * Options of `initTelemetry`; all may be left out.
 *
 * `config` is the parsed `telemetry:` block where this process has one (the supervisor); a server has it all in `env`,
 * `process.env` by default. `exitHooks` (default `true`) flush on SIGTERM, SIGINT, a natural end and a crash.
 * `workerThreads` (default `false`) allows telemetry in a worker thread. `log` takes the lines about telemetry itself,
 * by default standard error. `serviceVersion` is the application's. `spanExporter`, `logRecordExporter` and
 * `metricReader` (an OpenTelemetry `MetricReader`) replace the configured exporters; `consoleStream` is where the
 * console exporter writes, standard output by default; `exportDecision` replaces `export_strategy`: whether this process
 * exports. `runtimeMetrics` (default `false`) adds metrics of Node itself
 * (event loop, GC, heap) with `@opentelemetry/instrumentation-runtime-node`. `loadSdk` replaces
 * `import('@gym/telemetry-sdk')`, for bundlers.
 */
export interface InitTelemetryOptions {
  readonly serverName?: string;
  readonly serverType?: ServerType;
  readonly config?: TelemetryConfig;
  readonly env?: Env;
  readonly serviceVersion?: string;
  readonly resourceAttributes?: Readonly<Record<string, string | number | boolean>>;
  readonly exitHooks?: boolean;
  readonly workerThreads?: boolean;
  readonly log?: LogSink;
  readonly spanExporter?: CustomExporter;
  readonly logRecordExporter?: CustomExporter;
  readonly metricReader?: object;
  readonly consoleStream?: NodeJS.WritableStream;
  readonly runtimeMetrics?: boolean;
  readonly exportDecision?: (candidate: ExportCandidate) => boolean;
  readonly loadSdk?: () => Promise<unknown>;
}
