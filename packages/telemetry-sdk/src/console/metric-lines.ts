import type { MetricData, ResourceMetrics } from '@opentelemetry/sdk-metrics';

import { isoTime, toJsonLine } from './to-json.ts';

/** Names of `DataPointType` by number, so that this file needs only types of sdk-metrics. */
const typeNames = ['histogram', 'exponential_histogram', 'gauge', 'sum'] as const;
const temporalityNames = ['delta', 'cumulative'] as const;

/** A collection as lines of JSON, one for each data point. Source: contract section 12. */
export function metricLines(collection: ResourceMetrics): string[] {
  const resource = collection.resource.attributes;
  return collection.scopeMetrics.flatMap(({ metrics, scope }) =>
    metrics.flatMap((metric) => pointLines(metric, { resource, scope: { name: scope.name, version: scope.version } })),
  );
}

function pointLines(metric: MetricData, origin: object): string[] {
  const { description, name, unit } = metric.descriptor;
  const type = typeNames[metric.dataPointType];
  return metric.dataPoints.map((point) =>
    toJsonLine({
      signal: 'metric',
      name,
      description,
      unit,
      type,
      temporality: type === 'gauge' ? undefined : temporalityNames[metric.aggregationTemporality],
      monotonic: 'isMonotonic' in metric ? metric.isMonotonic : undefined,
      start_time: isoTime(point.startTime),
      time: isoTime(point.endTime),
      attributes: point.attributes,
      value: point.value,
      ...origin,
    }),
  );
}
