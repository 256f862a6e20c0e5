import { countSignals, reportDelivery } from './delivery-report.ts';
import { installDiagLogger } from './install-diag-logger.ts';
import { PartialSuccesses } from './otlp/partial-successes.ts';
import type { LogLine } from './pipeline/trouble-log.ts';
import { registerPropagation } from './register-propagation.ts';
import { registerSelfMetrics } from './register-self-metrics.ts';
import { decideExport } from './resource/decide-export.ts';
import { readRank } from './resource/read-rank.ts';
import { serviceNameOf } from './resource/read-resource.ts';
import { createOtelEnv, type OtelEnv, type Warn } from './settings/otel-env.ts';
import { startRuntimeMetrics } from './start-runtime-metrics.ts';
import type { StartSdkOptions } from './start-sdk-options.ts';
import { startSignals, type StartedSignals } from './start-signals.ts';
import type { DeliveryReport, StartedSdk } from './started-sdk.ts';
import { withinDeadline } from './within-deadline.ts';

const nothing: StartedSignals = { running: new Map(), descriptions: [], close: () => {} };

/**
 * Starts OpenTelemetry in this process and registers its globals: context manager and propagators always, the providers
 * of the signals that are on unless `OTEL_SDK_DISABLED` or the export strategy says that this process does not export.
 *
 * Bad settings are warned about and left out. Rejects only when the globals or providers cannot be made, after undoing
 * what it did. Source: contract sections 5, 6, 10, 12 and 13.
 */
export async function startSdk(given: StartSdkOptions): Promise<StartedSdk> {
  const options = { ...given, log: guardLog(given.log) };
  const warn = warnOnce((message) => options.log('warn', `telemetry: ${message}`));
  const env = createOtelEnv(options.env, warn);
  if (env.text('OTEL_CONFIG_FILE') !== undefined) {
    warn('OTEL_CONFIG_FILE: declarative configuration is not supported; the file is not read');
  }
  const partialSuccesses = new PartialSuccesses();
  const undoDiag = installDiagLogger(options.log, partialSuccesses);
  const undoPropagation = registerPropagation(env, warn);
  const undo = (): void => {
    undoPropagation();
    undoDiag();
  };
  try {
    const signals = isExporting(options, env) ? await startSignals({ options, env, warn, partialSuccesses }) : nothing;
    if (!signals.running.has('metrics')) return createStartedSdk(options, signals, undo);
    registerSelfMetrics(() => countSignals(signals.running));
    const stopRuntimeMetrics = options.runtimeMetrics === true ? await startRuntimeMetrics(warn) : (): void => {};
    return createStartedSdk(options, signals, () => {
      stopRuntimeMetrics();
      undo();
    });
  } catch (error) {
    undo();
    throw error;
  }
}

function isExporting(options: StartSdkOptions, env: OtelEnv): boolean {
  if (env.flag('OTEL_SDK_DISABLED') === true) return false;
  const candidate = { ...readRank(options.env), runId: options.runId };
  return options.exportDecision?.(candidate) ?? decideExport(options.config, candidate);
}

function createStartedSdk(options: StartSdkOptions, signals: StartedSignals, undo: () => void): StartedSdk {
  const { descriptions, running } = signals;
  let report: Promise<DeliveryReport> | undefined;

  const shutdown = async (timeoutMs: number): Promise<DeliveryReport> => {
    const startedAtMs = performance.now();
    const drains = [...running.values()].map((signal) => signal.drain(startedAtMs + timeoutMs));
    const { timedOut } = await withinDeadline(drains, timeoutMs);
    for (const signal of running.values()) signal.close();
    signals.close();
    undo();
    return reportDelivery(running, startedAtMs, timedOut);
  };

  return {
    exporting: { traces: running.has('traces'), metrics: running.has('metrics'), logs: running.has('logs') },
    exporterDescription: descriptions.length === 0 ? 'none' : descriptions.join(', '),
    serviceName: serviceNameOf(options),
    logger: running.get('logs')?.logger,
    meter: running.get('metrics')?.meter,
    counts: () => countSignals(running),
    forceFlush: async ({ timeoutMs }) => {
      const startedAtMs = performance.now();
      const { timedOut } = await withinDeadline(
        [...running.values()].map((signal) => signal.flush()),
        timeoutMs,
      );
      return reportDelivery(running, startedAtMs, timedOut);
    },
    shutdown: ({ timeoutMs }) => (report ??= shutdown(timeoutMs)),
  };
}

/** A log of the host that throws must not reach the code that made a span. */
function guardLog(log: LogLine): LogLine {
  return (level, message) => {
    try {
      log(level, message);
    } catch {
      // There is nowhere left to say it.
    }
  };
}

function warnOnce(warn: Warn): Warn {
  const seen = new Set<string>();
  return (message) => {
    if (seen.has(message)) return;
    seen.add(message);
    warn(message);
  };
}
