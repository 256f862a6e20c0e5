import type { TelemetryConfig } from '@gym/telemetry-config';
import { resolveRunId, resolveTelemetry, type Env } from '@gym/telemetry-env';
import { resolveSpanGroups } from '@gym/telemetry-span-groups';

import { closeCallSites, openCallSites } from './call-sites.ts';
import { hasMeterProvider, hasTracerProvider, reachesSdk, registeredApiVersion } from './foreign-providers.ts';
import type { InitTelemetryOptions } from './init-telemetry-options.ts';
import { loadSdk, type SdkPieces } from './load-sdk.ts';
import type { LogSink } from './log-sink.ts';
import { ownedHandle } from './owned-handle.ts';
import { passiveHandle } from './passive-handle.ts';
import { getRuntime, type TelemetryRuntime } from './runtime.ts';
import type { Telemetry } from './telemetry-handle.ts';

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
  const { exporting, logger, meter } = sdk;
  if (!reachesSdk({ spans: exporting.traces })) {
    log(
      'warn',
      `telemetry is off: another copy of @opentelemetry/api (${registeredApiVersion()}) is registered in this process and hidden from the copy used here, so no span or context would arrive; install one version of it`,
    );
    await sdk.shutdown({ timeoutMs: 0 }).catch(() => {});
    return passiveHandle({ status: 'unavailable', config, runId, spanGroups: [] });
  }
  const use = { spans: exporting.traces, metrics: exporting.metrics, meter, logger };
  const spanGroups = openCallSites(options, config, use, log);
  const status = exporting.traces || exporting.metrics || exporting.logs ? 'on' : 'propagating';
  const what = status === 'on' ? sdk.exporterDescription : 'nothing exported here, trace context goes through';
  log(
    'info',
    `${status}: service ${sdk.serviceName}, ${what}, run ${runId}, span groups ${spanGroups.join(',') || 'none'}`,
  );
  return ownedHandle({ status, config, runId, spanGroups }, sdk, exitHooks, log);
}
