import { ValueType } from '@opentelemetry/api';
import {
  DataPointType,
  type DataPoint,
  type ExponentialHistogram,
  type Histogram,
  type MetricData,
  type ResourceMetrics,
} from '@opentelemetry/sdk-metrics';

import { ProtobufWriter } from './protobuf-writer.ts';
import { writeAttributes } from './write-attributes.ts';
import { writeExportRequest } from './write-resource.ts';

/** Returns a function that encodes one collection as `ExportMetricsServiceRequest` protobuf. Source: opentelemetry-proto, metrics.proto. */
export function createMetricEncoder(): (collections: readonly ResourceMetrics[]) => Uint8Array {
  const writer = new ProtobufWriter();
  return (collections) => {
    const [collection] = collections;
    const groups = (collection?.scopeMetrics ?? []).map(({ scope, metrics }) => ({ scope, items: metrics }));
    return writeExportRequest(writer, collection?.resource ?? { attributes: {} }, groups, writeMetric);
  };
}

function writeMetric(writer: ProtobufWriter, metric: MetricData): void {
  const mark = writer.mark;
  const temporality = metric.aggregationTemporality + 1;
  const asInt = metric.descriptor.valueType === ValueType.INT;
  switch (metric.dataPointType) {
    case DataPointType.GAUGE:
      writePoints(writer, metric.dataPoints, (value) => writeNumberPoint(writer, value, asInt));
      writer.endMessage(5, mark);
      break;
    case DataPointType.SUM:
      writer.uint(3, metric.isMonotonic ? 1 : 0);
      writer.uint(2, temporality);
      writePoints(writer, metric.dataPoints, (value) => writeNumberPoint(writer, value, asInt));
      writer.endMessage(7, mark);
      break;
    case DataPointType.HISTOGRAM:
      writer.uint(2, temporality);
      writePoints(writer, metric.dataPoints, (value) => writeHistogramPoint(writer, value));
      writer.endMessage(9, mark);
      break;
    default:
      writer.uint(2, temporality);
      writePoints(writer, metric.dataPoints, (value) => writeExponentialPoint(writer, value));
      writer.endMessage(10, mark);
      break;
  }
  writer.string(3, metric.descriptor.unit);
  writer.string(2, metric.descriptor.description);
  writer.string(1, metric.descriptor.name);
}

function writePoints<T>(
  writer: ProtobufWriter,
  points: readonly DataPoint<T>[],
  writePoint: (point: DataPoint<T>) => void,
): void {
  for (let i = points.length - 1; i >= 0; i--) {
    const mark = writer.mark;
    writePoint(points[i] as DataPoint<T>);
    writer.endMessage(1, mark);
  }
}

function writeNumberPoint(writer: ProtobufWriter, point: DataPoint<number>, asInt: boolean): void {
  writeAttributes(writer, 7, point.attributes);
  if (asInt && Number.isSafeInteger(point.value)) writer.fixed64(6, point.value);
  else writer.double(4, point.value);
  writer.time(3, point.endTime);
  writer.time(2, point.startTime);
}

function writeHistogramPoint(writer: ProtobufWriter, point: DataPoint<Histogram>): void {
  const { buckets, count, max, min, sum } = point.value;
  if (max !== undefined) writer.double(12, max);
  if (min !== undefined) writer.double(11, min);
  writeAttributes(writer, 9, point.attributes);
  const boundsMark = writer.mark;
  for (let i = buckets.boundaries.length - 1; i >= 0; i--) writer.rawDouble(buckets.boundaries[i] ?? 0);
  writer.endMessage(7, boundsMark);
  const countsMark = writer.mark;
  for (let i = buckets.counts.length - 1; i >= 0; i--) writer.rawFixed64(buckets.counts[i] ?? 0);
  writer.endMessage(6, countsMark);
  if (sum !== undefined) writer.double(5, sum);
  writer.fixed64(4, count);
  writer.time(3, point.endTime);
  writer.time(2, point.startTime);
}

function writeExponentialPoint(writer: ProtobufWriter, point: DataPoint<ExponentialHistogram>): void {
  const { count, max, min, negative, positive, scale, sum, zeroCount } = point.value;
  if (max !== undefined) writer.double(13, max);
  if (min !== undefined) writer.double(12, min);
  writeExponentialBuckets(writer, 9, negative);
  writeExponentialBuckets(writer, 8, positive);
  writer.fixed64(7, zeroCount);
  writer.sint(6, scale);
  if (sum !== undefined) writer.double(5, sum);
  writer.fixed64(4, count);
  writer.time(3, point.endTime);
  writer.time(2, point.startTime);
  writeAttributes(writer, 1, point.attributes);
}

function writeExponentialBuckets(
  writer: ProtobufWriter,
  field: number,
  buckets: ExponentialHistogram['positive'],
): void {
  const mark = writer.mark;
  const countsMark = writer.mark;
  for (let i = buckets.bucketCounts.length - 1; i >= 0; i--) writer.rawVarint(buckets.bucketCounts[i] ?? 0);
  writer.endMessage(2, countsMark);
  writer.sint(1, buckets.offset);
  writer.endMessage(field, mark);
}
