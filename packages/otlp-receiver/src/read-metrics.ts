import type { RawMetric, RawMetrics } from './metric-messages.ts';
import { readOrigin } from './read-attributes.ts';
import { readExponentialPoint, readHistogramPoint, readNumberPoint, readSummaryPoint } from './read-metric-points.ts';
import type { ReceivedOrigin } from './received-data.ts';
import type { ReceivedMetric, Temporality } from './received-metric.ts';

const temporalities: readonly Temporality[] = ['UNSPECIFIED', 'DELTA', 'CUMULATIVE'];

/** Flattens a decoded metrics request to its metrics, in order. */
export function readMetrics(request: RawMetrics): ReceivedMetric[] {
  const metrics: ReceivedMetric[] = [];
  for (const { resource, scopeMetrics } of request.resourceMetrics ?? []) {
    for (const group of scopeMetrics ?? []) {
      const origin = readOrigin(resource, group.scope);
      for (const metric of group.metrics ?? []) metrics.push(readMetric(metric, origin));
    }
  }
  return metrics;
}

function readMetric(metric: RawMetric, origin: ReceivedOrigin): ReceivedMetric {
  const base = {
    name: metric.name ?? '',
    description: metric.description ?? '',
    unit: metric.unit ?? '',
    ...origin,
  };
  const { gauge, sum, histogram, exponentialHistogram, summary } = metric;
  if (gauge) return { ...base, type: 'gauge', points: (gauge.dataPoints ?? []).map(readNumberPoint) };
  if (sum) {
    const points = (sum.dataPoints ?? []).map(readNumberPoint);
    return { ...base, type: 'sum', ...readTemporality(sum), monotonic: sum.isMonotonic ?? false, points };
  }
  if (histogram) {
    const points = (histogram.dataPoints ?? []).map(readHistogramPoint);
    return { ...base, type: 'histogram', ...readTemporality(histogram), points };
  }
  if (exponentialHistogram) {
    const points = (exponentialHistogram.dataPoints ?? []).map(readExponentialPoint);
    return { ...base, type: 'exponentialHistogram', ...readTemporality(exponentialHistogram), points };
  }
  if (summary) return { ...base, type: 'summary', points: (summary.dataPoints ?? []).map(readSummaryPoint) };
  return { ...base, type: 'empty', points: [] };
}

function readTemporality(data: { readonly aggregationTemporality?: number }): { readonly temporality: Temporality } {
  return { temporality: temporalities[data.aggregationTemporality ?? 0] ?? 'UNSPECIFIED' };
}
