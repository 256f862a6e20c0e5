import { metrics } from '@opentelemetry/api';
import { MeterProvider, type MetricReader, type ResourceMetrics } from '@opentelemetry/sdk-metrics';

import { ExportingMetricReader } from './exporting-metric-reader.ts';
import { isRegistered } from './is-registered.ts';
import { BatchPipeline } from './pipeline/batch-pipeline.ts';
import type { RunningSignal } from './running-signal.ts';
import { readMetricSettings } from './settings/read-metric-settings.ts';
import { SignalCounter } from './signal-counts.ts';
import type { StartSignalOptions } from './start-traces.ts';

/** One collection may hold this many points; collections of a process are far below. */
const maxPoints = 1_000_000;

/** Starts metrics and registers the global meter provider. */
export function startMetrics(options: StartSignalOptions<ResourceMetrics>): RunningSignal {
  const { env, resource, sender, trouble } = options;
  const counter = new SignalCounter();
  const settings = readMetricSettings(env);
  const pipeline = new BatchPipeline({
    sender,
    counter,
    trouble,
    settings: {
      maxQueueSize: maxPoints,
      maxBatchSize: 1,
      scheduleDelayMs: 0,
      exportTimeoutMs: settings.exportTimeoutMs,
      maxConcurrentExports: 1,
    },
  });
  const reader = new ExportingMetricReader(pipeline, settings);
  const unregister = registerMeterProvider(new MeterProvider({ resource, readers: [reader] }));
  return {
    counter,
    flush: () => reader.forceFlush(),
    drain: async (deadlineAtMs) => {
      await reader.shutdown();
      await pipeline.drain(deadlineAtMs);
    },
    close: () => {
      void reader.shutdown();
      pipeline.close();
      unregister();
    },
  };
}

/** Registers a global meter provider around a reader that exports on its own. */
export function startCustomMetrics(
  options: Pick<StartSignalOptions<never>, 'resource'>,
  reader: MetricReader,
): RunningSignal {
  const provider = new MeterProvider({ resource: options.resource, readers: [reader] });
  const unregister = registerMeterProvider(provider);
  const settle = (work: Promise<void>): Promise<void> => work.catch(() => {});
  return {
    counter: new SignalCounter(),
    flush: () => settle(provider.forceFlush()),
    drain: () => settle(provider.shutdown()),
    close: unregister,
  };
}

/** Registers the provider; returns what undoes it. A provider that is there stays. */
function registerMeterProvider(provider: MeterProvider): () => void {
  const own = !isRegistered('metrics') && metrics.setGlobalMeterProvider(provider);
  return own ? () => metrics.disable() : () => {};
}
