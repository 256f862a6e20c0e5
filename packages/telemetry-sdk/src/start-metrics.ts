import { metrics, type Meter } from '@opentelemetry/api';
import type { Resource } from '@opentelemetry/resources';
import { MeterProvider, type MetricReader, type ResourceMetrics } from '@opentelemetry/sdk-metrics';

import { ExportingMetricReader } from './exporting-metric-reader.ts';
import { isRegistered } from './is-registered.ts';
import { addCells, takesCells } from './metrics/add-cells.ts';
import { createCellMeter } from './metrics/cell-meter.ts';
import { BatchPipeline } from './pipeline/batch-pipeline.ts';
import type { RunningSignal } from './running-signal.ts';
import { readMetricSettings } from './settings/read-metric-settings.ts';
import { SignalCounter } from './signal-counts.ts';
import type { StartSignalOptions } from './start-traces.ts';
import { scopeName, version } from './version.ts';

/** One collection may hold this many points; collections of a process are far below. */
const maxPoints = 1_000_000;
/** Sets of attributes of one histogram. Source: OpenTelemetry specification, "Metrics SDK", cardinality limits. */
const maxCells = 2000;

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
  const { meter, unregister } = registerMeterProvider(resource, reader);
  return {
    counter,
    meter,
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
  const { meter, provider, unregister } = registerMeterProvider(options.resource, reader);
  const settle = (work: Promise<void>): Promise<void> => work.catch(() => {});
  return {
    counter: new SignalCounter(),
    meter,
    flush: () => settle(provider.forceFlush()),
    drain: () => settle(provider.shutdown()),
    close: unregister,
  };
}

interface RegisteredMeterProvider {
  readonly provider: MeterProvider;
  /** Of `nemo.gym`, with cheap histograms where the reader takes them. */
  readonly meter: Meter;
  /** Undoes the registration. */
  readonly unregister: () => void;
}

/** Makes a provider over a reader and registers it; one that is there stays, and gives the meter. */
function registerMeterProvider(resource: Resource, reader: MetricReader): RegisteredMeterProvider {
  const hasCells = takesCells(reader);
  const readers = [hasCells ? addCells(reader, scopeName, version, () => cells) : reader];
  const provider = new MeterProvider({ resource, readers });
  const cells = createCellMeter(provider.getMeter(scopeName, version), maxCells);
  const isOurs = !isRegistered('metrics') && metrics.setGlobalMeterProvider(provider);
  return {
    provider,
    meter: isOurs && hasCells ? cells.meter : metrics.getMeter(scopeName, version),
    unregister: isOurs ? () => metrics.disable() : () => {},
  };
}
