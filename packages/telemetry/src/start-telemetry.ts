import type { TelemetryConfig } from '@gym/telemetry-config';
import { resolveRunId, resolveTelemetry, type Env } from '@gym/telemetry-env';
import { disableSpanGroups, enableSpanGroups, resolveSpanGroups } from '@gym/telemetry-span-groups';
import { metrics, trace } from '@opentelemetry/api';

import { describeLoss, emptyCounts, emptyReport, type DeliveryReport } from './delivery-report.ts';
import { installExitHooks } from './exit-hooks.ts';
import { hasMeterProvider, hasTracerProvider, reachesSdk, registeredApiVersion } from './foreign-providers.ts';
import { loadSdk, type SdkModule } from './load-sdk.ts';
import type { LogSink } from './log-sink.ts';
import { closeLogs } from './logs/log-outlet.ts';
import type { LogEmitter } from './logs/log-record.ts';
import { getRuntime, setRuntime, type TelemetryRuntime } from './runtime.ts';
import { defaultTimeoutMs, type Telemetry } from './telemetry-handle.ts';
import { scopeName, version } from './version.ts';

/** The options that go to the SDK as they are: it knows the types of the pieces. */
type SdkPieces = Omit<Parameters<SdkModule['startSdk']>[0], 'config' | 'runId' | 'env' | 'log'>;
type StartedSdk = Awaited<ReturnType<SdkModule['startSdk']>>;

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
 * console exporter writes, standard output by default. `runtimeMetrics` (default `false`) adds metrics of Node itself
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

/** A handle of a process that owns no SDK: it counts nothing and has nothing to stop but `stop`. */
export function passiveHandle(
  about: Pick<Telemetry, 'status' | 'config' | 'runId' | 'spanGroups'>,
  stop: () => void = () => {},
): Telemetry {
  return {
    ...about,
    counts: () => emptyCounts,
    forceFlush: () => Promise.resolve(emptyReport),
    shutdown: () => {
      stop();
      return Promise.resolve(emptyReport);
    },
  };
}

/** Switches the groups and opens the call sites; what is registered with the API is used, whoever registered it. */
function openCallSites(
  options: InitTelemetryOptions,
  config: TelemetryConfig,
  use: { readonly spans: boolean; readonly metrics: boolean; readonly logger?: LogEmitter | undefined },
  log: LogSink,
): readonly string[] {
  setRuntime({
    tracer: trace.getTracer(scopeName, version),
    meter: use.metrics ? metrics.getMeter(scopeName, version) : undefined,
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

function closeCallSites(): void {
  disableSpanGroups();
  setRuntime(undefined);
}

function adoptProviders(
  options: InitTelemetryOptions,
  config: TelemetryConfig,
  runId: string,
  log: LogSink,
): Telemetry {
  const spanGroups = openCallSites(options, config, { spans: hasTracerProvider(), metrics: hasMeterProvider() }, log);
  log(
    'info',
    `another OpenTelemetry SDK is registered: its providers are used, and left to it to shut down; run ${runId}`,
  );
  return passiveHandle({ status: 'adopted', config, runId, spanGroups }, closeCallSites);
}

/** A second copy of this package: telemetry, settings and groups are the first copy's. */
function joinRunning({ config }: TelemetryRuntime, runId: string, log: LogSink): Telemetry {
  log('info', `another copy of @gym/telemetry runs in this process: its telemetry is used; run ${runId}`);
  // Looking a spec up makes the groups of this copy follow those of the first.
  const { groups } = resolveSpanGroups(config.spanGroups);
  return passiveHandle({ status: 'adopted', config, runId, spanGroups: groups });
}

/** The handle of a process that owns the SDK it started. */
function ownedHandle(
  about: Pick<Telemetry, 'status' | 'config' | 'runId' | 'spanGroups'>,
  sdk: StartedSdk,
  exitHooks: boolean,
  log: LogSink,
): Telemetry {
  let stopped: Promise<DeliveryReport> | undefined;
  const stop = async (timeoutMs: number): Promise<DeliveryReport> => {
    disableSpanGroups(); // No new spans; context still goes through until the last request is answered.
    closeLogs();
    const report = await guard(sdk.shutdown({ timeoutMs }));
    closeCallSites();
    removeHooks();
    const loss = describeLoss(report);
    if (loss) log('warn', loss);
    return report;
  };
  const guard = (delivery: Promise<DeliveryReport>): Promise<DeliveryReport> =>
    delivery.catch((error: unknown) => {
      log('warn', `telemetry could not be flushed: ${String(error)}`);
      return emptyReport;
    });
  const forceFlush: Telemetry['forceFlush'] = ({ timeoutMs = defaultTimeoutMs } = {}) =>
    stopped ?? guard(sdk.forceFlush({ timeoutMs }));
  const shutdown: Telemetry['shutdown'] = ({ timeoutMs = defaultTimeoutMs } = {}) => (stopped ??= stop(timeoutMs));
  const removeHooks = exitHooks ? installExitHooks({ flush: forceFlush, shutdown }) : (): void => {};
  return { ...about, counts: () => sdk.counts(), forceFlush, shutdown };
}

/**
 * Starts telemetry as the settings say and returns its handle.
 *
 * Rejects only if the SDK throws while it starts; `initTelemetry` turns that into a warning and telemetry off.
 */
export async function startTelemetry(options: InitTelemetryOptions, env: Env, log: LogSink): Promise<Telemetry> {
  const { config: given, env: _, log: __, exitHooks = true, workerThreads: ___, loadSdk: load, ...forSdk } = options;
  const { config, sources, warnings } = resolveTelemetry(given, env);
  for (const { path, message } of warnings) if (config.enabled || path === 'enabled') log('warn', message);
  if (!config.enabled) return passiveHandle({ status: 'off', config, runId: undefined, spanGroups: [] });

  const { runId } = resolveRunId({ runId: config.runId, source: sources.get('runId')! }, env);
  const running = getRuntime();
  if (running) return joinRunning(running, runId, log);
  if (hasTracerProvider() || hasMeterProvider()) return adoptProviders(options, config, runId, log);

  const loaded = await loadSdk(load);
  if (!loaded.ok) {
    if (loaded.missing) log('debug', 'telemetry is enabled, but @gym/telemetry-sdk is not installed: off');
    else log('warn', `@gym/telemetry-sdk could not be loaded, telemetry is off: ${loaded.reason}`);
    return passiveHandle({ status: 'unavailable', config, runId, spanGroups: [] });
  }
  const sdk = await loaded.sdk.startSdk({ ...(forSdk as object as SdkPieces), config, runId, env, log });
  const { exporting, logger } = sdk;
  if (!reachesSdk({ spans: exporting.traces })) {
    log(
      'warn',
      `telemetry is off: another copy of @opentelemetry/api (${registeredApiVersion()}) is registered in this process and hidden from the copy used here, so no span or context would arrive; install one version of it`,
    );
    await sdk.shutdown({ timeoutMs: 0 }).catch(() => {});
    return passiveHandle({ status: 'unavailable', config, runId, spanGroups: [] });
  }
  const use = { spans: exporting.traces, metrics: exporting.metrics, logger };
  const spanGroups = openCallSites(options, config, use, log);
  const status = exporting.traces || exporting.metrics || exporting.logs ? 'on' : 'propagating';
  const what = status === 'on' ? sdk.exporterDescription : 'nothing exported here, trace context goes through';
  log(
    'info',
    `${status}: service ${sdk.serviceName}, ${what}, run ${runId}, span groups ${spanGroups.join(',') || 'none'}`,
  );
  return ownedHandle({ status, config, runId, spanGroups }, sdk, exitHooks, log);
}
