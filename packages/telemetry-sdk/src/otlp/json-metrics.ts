import { ValueType } from '@opentelemetry/api';
import {
  DataPointType,
  type DataPoint,
  type ExponentialHistogram,
  type Histogram,
  type MetricData,
  type ResourceMetrics,
} from '@opentelemetry/sdk-metrics';

import { jsonAttributes, jsonDouble, jsonRequest, jsonTime } from './json-values.ts';

const keys = { resource: 'resourceMetrics', scope: 'scopeMetrics', item: 'metrics' } as const;

/** Encodes one collection as `ExportMetricsServiceRequest` in OTLP/JSON. */
export function encodeJsonMetrics([collection]: readonly ResourceMetrics[]): Uint8Array {
  const groups = (collection?.scopeMetrics ?? []).map(({ metrics, scope }) => ({ scope, items: metrics }));
  return jsonRequest(keys, collection?.resource ?? { attributes: {} }, groups, jsonMetric);
}

function jsonMetric(metric: MetricData): object {
  const { description, name, unit } = metric.descriptor;
  return { name, description, unit, ...jsonData(metric) };
}

function jsonData(metric: MetricData): object {
  const aggregationTemporality = metric.aggregationTemporality + 1;
  const asInt = metric.descriptor.valueType === ValueType.INT;
  switch (metric.dataPointType) {
    case DataPointType.GAUGE:
      return { gauge: { dataPoints: metric.dataPoints.map((point) => numberPoint(point, asInt)) } };
    case DataPointType.SUM: {
      const dataPoints = metric.dataPoints.map((point) => numberPoint(point, asInt));
      return { sum: { dataPoints, aggregationTemporality, isMonotonic: metric.isMonotonic } };
    }
    case DataPointType.HISTOGRAM:
      return { histogram: { dataPoints: metric.dataPoints.map(histogramPoint), aggregationTemporality } };
    default:
      return { exponentialHistogram: { dataPoints: metric.dataPoints.map(exponentialPoint), aggregationTemporality } };
  }
}

function pointBase(point: DataPoint<unknown>): object {
  return {
    attributes: jsonAttributes(point.attributes),
    startTimeUnixNano: jsonTime(point.startTime),
    timeUnixNano: jsonTime(point.endTime),
  };
}

function numberPoint(point: DataPoint<number>, asInt: boolean): object {
  const int = asInt && Number.isSafeInteger(point.value);
  return { ...pointBase(point), ...(int ? { asInt: String(point.value) } : { asDouble: jsonDouble(point.value) }) };
}

function distribution(value: Histogram | ExponentialHistogram): object {
  const { count, max, min, sum } = value;
  return { count: String(count), ...mapDefined({ sum, min, max }) };
}

function mapDefined(values: Readonly<Record<string, number | undefined>>): object {
  const given = Object.entries(values).filter((entry): entry is [string, number] => entry[1] !== undefined);
  return Object.fromEntries(given.map(([key, value]) => [key, jsonDouble(value)]));
}

function histogramPoint(point: DataPoint<Histogram>): object {
  const { buckets } = point.value;
  return {
    ...pointBase(point),
    ...distribution(point.value),
    bucketCounts: buckets.counts.map(String),
    explicitBounds: buckets.boundaries,
  };
}

function exponentialPoint(point: DataPoint<ExponentialHistogram>): object {
  const { negative, positive, scale, zeroCount } = point.value;
  const buckets = (side: ExponentialHistogram['positive']): object => ({
    offset: side.offset,
    bucketCounts: side.bucketCounts.map(String),
  });
  return {
    ...pointBase(point),
    ...distribution(point.value),
    scale,
    zeroCount: String(zeroCount),
    positive: buckets(positive),
    negative: buckets(negative),
  };
}
