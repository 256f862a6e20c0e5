import {
  AggregationTemporality,
  AggregationType,
  InstrumentType,
  type CollectionResult,
  type MetricReader,
} from '@opentelemetry/sdk-metrics';

import type { CellMeter } from './cell-meter.ts';
import { replaceMethod } from './replace-method.ts';

type MetricProducer = Parameters<MetricReader['setMetricProducer']>[0];

/** Whether a reader wants histograms as cells give them: with the bounds of their instrument. */
export function takesCells(reader: MetricReader): boolean {
  return reader.selectAggregation(InstrumentType.HISTOGRAM).type === AggregationType.DEFAULT;
}

/** The reader as a provider should see it: its collections have the cells' histograms in the scope of that name too. */
export function addCells(
  reader: MetricReader,
  scopeName: string,
  version: string,
  cells: () => CellMeter,
): MetricReader {
  const temporality = reader.selectAggregationTemporality(InstrumentType.HISTOGRAM);
  const extend = (producer: MetricProducer): MetricProducer => ({
    collect: async (options) => {
      const { errors, resourceMetrics } = await producer.collect(options);
      const metrics = cells().collect(temporality, temporality === AggregationTemporality.DELTA);
      if (metrics.length === 0) return { errors, resourceMetrics };
      return { errors, resourceMetrics: { ...resourceMetrics, scopeMetrics: merge(resourceMetrics, metrics) } };
    },
  });
  const merge = (
    { scopeMetrics }: CollectionResult['resourceMetrics'],
    metrics: ReturnType<CellMeter['collect']>,
  ): CollectionResult['resourceMetrics']['scopeMetrics'] => {
    const own = scopeMetrics.find(({ scope }) => scope.name === scopeName && scope.version === version);
    const others = scopeMetrics.filter((one) => one !== own);
    return [
      ...others,
      { scope: own?.scope ?? { name: scopeName, version }, metrics: [...(own?.metrics ?? []), ...metrics] },
    ];
  };
  return replaceMethod(reader, 'setMetricProducer', (producer: MetricProducer) =>
    reader.setMetricProducer(extend(producer)),
  );
}
