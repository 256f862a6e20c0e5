import { resourceFromAttributes, type Resource } from '@opentelemetry/resources';

import { LineWriter } from './console/line-writer.ts';
import { createLogSender, createMetricSender, createTraceSender, type Destination } from './create-senders.ts';
import type { PartialSuccesses } from './otlp/partial-successes.ts';
import { createExporterSender } from './pipeline/exporter-sender.ts';
import { TroubleLog } from './pipeline/trouble-log.ts';
import { readRank } from './resource/read-rank.ts';
import { readResource } from './resource/read-resource.ts';
import type { RunningSignal } from './running-signal.ts';
import { chooseExporter, type ExporterChoice } from './settings/choose-exporter.ts';
import type { OtelEnv, Warn } from './settings/otel-env.ts';
import { describeTarget, readOtlpTarget } from './settings/read-otlp-target.ts';
import { signalNames, type SignalName } from './signal-counts.ts';
import type { StartSdkOptions } from './start-sdk-options.ts';
import { version } from './version.ts';

/** The signals that are on, and where each goes. */
export interface StartedSignals {
  readonly running: ReadonlyMap<SignalName, RunningSignal>;
  readonly descriptions: readonly string[];
  /** Leaves the console stream to others. */
  close(): void;
}

/** What {@link startSignals} works with. */
export interface SignalsToStart {
  readonly options: StartSdkOptions;
  readonly env: OtelEnv;
  readonly warn: Warn;
  readonly partialSuccesses: PartialSuccesses;
}

/** Starts every signal that is on; the modules of signals that are off are not loaded. */
export async function startSignals({ env, options, partialSuccesses, warn }: SignalsToStart): Promise<StartedSignals> {
  const resource = resourceFromAttributes(readResource(options, readRank(options.env), warn));
  const running = new Map<SignalName, RunningSignal>();
  const descriptions = new Set<string>();
  let writer: LineWriter | undefined;

  const destinationOf = (
    signal: SignalName,
    choice: ExporterChoice,
  ): Destination & { readonly description: string } => {
    if (choice === 'console') {
      writer ??= new LineWriter(options.consoleStream ?? process.stdout);
      return { kind: 'console', writer, description: 'console' };
    }
    const target = readOtlpTarget(signal, options.config, options.env, `gym-telemetry/${version}`, warn);
    return { kind: 'otlp', target, description: describeTarget(target) };
  };

  for (const signal of signalNames) {
    const choice = chooseExporter(signal, options.config, options.env, warn);
    if (choice === 'none') continue;
    const custom = customExporter(options, signal);
    const destination = custom ? undefined : destinationOf(signal, choice);
    const description = destination?.description ?? 'custom';
    descriptions.add(description);
    const trouble = new TroubleLog(`${signal} to ${description}`, options.log);
    running.set(signal, await startSignal(signal, { options, env, resource, trouble, partialSuccesses }, destination));
  }
  return { running, descriptions: [...descriptions], close: () => writer?.close() };
}

function customExporter(options: StartSdkOptions, signal: SignalName): boolean {
  const { logRecordExporter, metricReader, spanExporter } = options;
  return { traces: spanExporter, metrics: metricReader, logs: logRecordExporter }[signal] !== undefined;
}

interface SignalParts {
  readonly options: StartSdkOptions;
  readonly env: OtelEnv;
  readonly resource: Resource;
  readonly trouble: TroubleLog;
  readonly partialSuccesses: PartialSuccesses;
}

async function startSignal(
  signal: SignalName,
  { env, options, partialSuccesses, resource, trouble }: SignalParts,
  destination: Destination | undefined,
): Promise<RunningSignal> {
  const { logRecordExporter, metricReader, spanExporter } = options;
  switch (signal) {
    case 'traces': {
      const sender =
        destination === undefined ? createExporterSender(spanExporter!) : await createTraceSender(destination);
      return (await import('./start-traces.ts')).startTraces({ env, resource, trouble, sender });
    }
    case 'metrics': {
      const { startCustomMetrics, startMetrics } = await import('./start-metrics.ts');
      if (destination === undefined) return startCustomMetrics({ resource }, metricReader!);
      return startMetrics({ env, resource, trouble, sender: await createMetricSender(destination, partialSuccesses) });
    }
    case 'logs': {
      const sender =
        destination === undefined ? createExporterSender(logRecordExporter!) : await createLogSender(destination);
      return (await import('./start-logs.ts')).startLogs({ env, resource, trouble, sender });
    }
  }
}
