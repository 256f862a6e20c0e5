import type {
  ReceivedHistogramPoint,
  ReceivedMetric,
  ReceivedNumberPoint,
  ReceivedPoint,
  Temporality,
} from '@gym/otlp-receiver';

import { toAttributes, toNanoseconds, toOrigin } from './plain-values.ts';
import type { SdkMetrics } from './sdk-items.ts';

type SdkMetric = SdkMetrics['scopeMetrics'][number]['metrics'][number];
type SdkPoint = SdkMetric['dataPoints'][number];
type SdkHistogram = Extract<SdkPoint['value'], { readonly buckets: unknown }>;

const temporalities: readonly Temporality[] = ['DELTA', 'CUMULATIVE'];

/**
 * The metrics of a collection in the shape in which `@gym/otlp-receiver` gives received ones. The harness's reader makes
 * no exponential histogram.
 */
export function toPlainMetrics({ resource, scopeMetrics }: SdkMetrics): readonly ReceivedMetric[] {
  return scopeMetrics.flatMap(({ metrics, scope }) => {
    const origin = toOrigin(resource, scope);
    return metrics.map((metric): ReceivedMetric => {
      const { description, name, unit } = metric.descriptor;
      return { ...origin, name, description, unit, ...toData(metric) };
    });
  });
}

type DataOf<Metric> = Metric extends unknown
  ? Omit<Metric, 'resource' | 'scope' | 'name' | 'description' | 'unit'>
  : never;

function toData(metric: SdkMetric): DataOf<ReceivedMetric> {
  const temporality = temporalities[metric.aggregationTemporality] ?? 'UNSPECIFIED';
  const points: readonly SdkPoint[] = metric.dataPoints;
  // 0 is HISTOGRAM in OpenTelemetry's `DataPointType`; of the others only a sum can be monotonic.
  const dataPointType: number = metric.dataPointType;
  if (dataPointType === 0) return { type: 'histogram', temporality, points: points.map(histogramPoint) };
  if (!('isMonotonic' in metric)) return { type: 'gauge', points: points.map(numberPoint) };
  return { type: 'sum', temporality, monotonic: metric.isMonotonic, points: points.map(numberPoint) };
}

function pointBase({ attributes, endTime, startTime }: SdkPoint): ReceivedPoint {
  return {
    attributes: toAttributes(attributes),
    startTimeUnixNano: toNanoseconds(startTime),
    timeUnixNano: toNanoseconds(endTime),
    flags: 0,
    exemplars: [],
  };
}

function numberPoint(point: SdkPoint): ReceivedNumberPoint {
  return { ...pointBase(point), value: point.value as number };
}

function histogramPoint(point: SdkPoint): ReceivedHistogramPoint {
  const { buckets, count, max, min, sum } = point.value as SdkHistogram;
  const { boundaries, counts } = buckets;
  return { ...pointBase(point), count, sum, min, max, bounds: [...boundaries], bucketCounts: [...counts] };
}
