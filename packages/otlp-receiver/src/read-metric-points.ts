import type {
  RawBuckets,
  RawExemplar,
  RawExponentialPoint,
  RawHistogramPoint,
  RawNumberPoint,
  RawPoint,
  RawSummaryPoint,
} from './metric-point-messages.ts';
import { readAttributes } from './read-attributes.ts';
import type {
  ReceivedBuckets,
  ReceivedExemplar,
  ReceivedExponentialPoint,
  ReceivedHistogramPoint,
  ReceivedNumberPoint,
  ReceivedPoint,
  ReceivedSummaryPoint,
} from './received-metric.ts';

/** Reads a point of a gauge or sum. */
export function readNumberPoint(point: RawNumberPoint): ReceivedNumberPoint {
  return { ...readPoint(point), value: point.asInt ?? point.asDouble };
}

/** Reads a point of a histogram. */
export function readHistogramPoint(point: RawHistogramPoint): ReceivedHistogramPoint {
  return {
    ...readPoint(point),
    count: Number(point.count ?? 0),
    sum: point.sum,
    min: point.min,
    max: point.max,
    bounds: point.explicitBounds ?? [],
    bucketCounts: (point.bucketCounts ?? []).map(Number),
  };
}

/** Reads a point of an exponential histogram. */
export function readExponentialPoint(point: RawExponentialPoint): ReceivedExponentialPoint {
  return {
    ...readPoint(point),
    count: Number(point.count ?? 0),
    sum: point.sum,
    min: point.min,
    max: point.max,
    scale: point.scale ?? 0,
    zeroCount: Number(point.zeroCount ?? 0),
    zeroThreshold: point.zeroThreshold ?? 0,
    positive: readBuckets(point.positive),
    negative: readBuckets(point.negative),
  };
}

/** Reads a point of a summary. */
export function readSummaryPoint(point: RawSummaryPoint): ReceivedSummaryPoint {
  return {
    ...readPoint(point),
    count: Number(point.count ?? 0),
    sum: point.sum ?? 0,
    quantiles: (point.quantileValues ?? []).map(({ quantile = 0, value = 0 }) => ({ quantile, value })),
  };
}

function readPoint(point: RawPoint & { readonly exemplars?: readonly RawExemplar[] }): ReceivedPoint {
  return {
    attributes: readAttributes(point.attributes),
    startTimeUnixNano: point.startTimeUnixNano ?? 0n,
    timeUnixNano: point.timeUnixNano ?? 0n,
    flags: point.flags ?? 0,
    exemplars: (point.exemplars ?? []).map(readExemplar),
  };
}

function readExemplar(exemplar: RawExemplar): ReceivedExemplar {
  return {
    timeUnixNano: exemplar.timeUnixNano ?? 0n,
    value: exemplar.asInt ?? exemplar.asDouble ?? 0,
    traceId: exemplar.traceId || undefined,
    spanId: exemplar.spanId || undefined,
    attributes: readAttributes(exemplar.filteredAttributes),
  };
}

function readBuckets(buckets: RawBuckets | undefined): ReceivedBuckets {
  return { offset: buckets?.offset ?? 0, bucketCounts: (buckets?.bucketCounts ?? []).map(Number) };
}
