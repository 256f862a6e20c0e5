import { context, ROOT_CONTEXT } from '@opentelemetry/api';
import { suppressTracing } from '@opentelemetry/core';
import {
  AggregationTemporality,
  AggregationType,
  InstrumentType,
  MetricReader,
  type ResourceMetrics,
} from '@opentelemetry/sdk-metrics';

import type { BatchPipeline } from './pipeline/batch-pipeline.ts';
import type { MetricSettings } from './settings/read-metric-settings.ts';

type ShutdownOptions = Parameters<MetricReader['shutdown']>[0];

/** The instruments that are delta under each preference; the rest are cumulative. Source: OTLP metrics exporter specification. */
const deltaInstruments: Readonly<Record<MetricSettings['temporality'], ReadonlySet<InstrumentType>>> = {
  cumulative: new Set(),
  delta: new Set([InstrumentType.COUNTER, InstrumentType.OBSERVABLE_COUNTER, InstrumentType.HISTOGRAM]),
  lowmemory: new Set([InstrumentType.COUNTER, InstrumentType.HISTOGRAM]),
};

/**
 * Collects at a fixed interval and hands each collection to the pipeline. While one is on its way (a collector that is
 * down) no other is made: the SDK goes on aggregating, so nothing is lost and nothing piles up.
 */
export class ExportingMetricReader extends MetricReader {
  readonly #pipeline: BatchPipeline<ResourceMetrics>;
  readonly #intervalMs: number;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(pipeline: BatchPipeline<ResourceMetrics>, settings: MetricSettings) {
    const exponential = settings.histogram === 'base2_exponential_bucket_histogram';
    super({
      aggregationTemporalitySelector: (type) =>
        deltaInstruments[settings.temporality].has(type)
          ? AggregationTemporality.DELTA
          : AggregationTemporality.CUMULATIVE,
      aggregationSelector: (type) =>
        exponential && type === InstrumentType.HISTOGRAM
          ? { type: AggregationType.EXPONENTIAL_HISTOGRAM }
          : { type: AggregationType.DEFAULT },
    });
    this.#pipeline = pipeline;
    this.#intervalMs = settings.intervalMs;
  }

  /** Collects now and queues the result; a callback that throws costs its own instrument only. Never rejects. */
  async collectNow(): Promise<void> {
    try {
      const { resourceMetrics } = await context.with(suppressTracing(ROOT_CONTEXT), () => this.collect());
      this.#pipeline.addBatch([resourceMetrics], countPoints(resourceMetrics));
    } catch {
      // The reader is not connected yet, or shut down: there is nothing to collect.
    }
  }

  /** Collects a last time and stops. The host may have done so through the global provider: a second call does nothing. */
  override async shutdown(options?: ShutdownOptions): Promise<void> {
    if (this.#stopped) return;
    this.#stopped = true;
    await super.shutdown(options);
  }

  protected override onInitialized(): void {
    this.#timer = setInterval(() => {
      if (this.#pipeline.idle) void this.collectNow();
    }, this.#intervalMs);
    this.#timer.unref();
  }

  protected async onForceFlush(): Promise<void> {
    await this.collectNow();
    await this.#pipeline.flush();
  }

  protected async onShutdown(): Promise<void> {
    clearInterval(this.#timer);
    await this.collectNow();
  }
}

function countPoints(collection: ResourceMetrics): number {
  let count = 0;
  for (const { metrics } of collection.scopeMetrics) {
    for (const metric of metrics) count += metric.dataPoints.length;
  }
  return count;
}
