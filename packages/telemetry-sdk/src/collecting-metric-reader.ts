import { context, ROOT_CONTEXT } from '@opentelemetry/api';
import { suppressTracing } from '@opentelemetry/core';
import { MetricReader, type ResourceMetrics } from '@opentelemetry/sdk-metrics';

/** Collects at each flush and at shutdown, and hands the collection to a function; for tests. Cumulative temporality. */
export class CollectingMetricReader extends MetricReader {
  readonly #onCollection: (collection: ResourceMetrics) => void;

  constructor(onCollection: (collection: ResourceMetrics) => void) {
    super();
    this.#onCollection = onCollection;
  }

  protected async onForceFlush(): Promise<void> {
    const { resourceMetrics } = await context.with(suppressTracing(ROOT_CONTEXT), () => this.collect());
    this.#onCollection(resourceMetrics);
  }

  protected onShutdown(): Promise<void> {
    return this.onForceFlush();
  }
}
