import type { Attributes, ReceivedOrigin } from './received-data.ts';

/** OTLP aggregation temporality. */
export type Temporality = 'UNSPECIFIED' | 'DELTA' | 'CUMULATIVE';

/** A measurement kept as an example, with the span it was made in; ids are lower-case hex or undefined. */
export interface ReceivedExemplar {
  readonly timeUnixNano: bigint;
  readonly value: number | bigint;
  readonly traceId: string | undefined;
  readonly spanId: string | undefined;
  readonly attributes: Attributes;
}

/** What every data point has. */
export interface ReceivedPoint {
  readonly attributes: Attributes;
  readonly startTimeUnixNano: bigint;
  readonly timeUnixNano: bigint;
  readonly flags: number;
  readonly exemplars: readonly ReceivedExemplar[];
}

/** A gauge's or sum's point; undefined when none was sent, a bigint only for an integer beyond 2^53. */
export interface ReceivedNumberPoint extends ReceivedPoint {
  readonly value: number | bigint | undefined;
}

/** What the three distributions share; counts are exact up to 2^53. */
export interface ReceivedDistributionPoint extends ReceivedPoint {
  readonly count: number;
  readonly sum: number | undefined;
}

/** A histogram's point: `bucketCounts` has one entry more than `bounds`. */
export interface ReceivedHistogramPoint extends ReceivedDistributionPoint {
  readonly min: number | undefined;
  readonly max: number | undefined;
  readonly bounds: readonly number[];
  readonly bucketCounts: readonly number[];
}

/** Buckets of an exponential histogram, from index `offset` up. */
export interface ReceivedBuckets {
  readonly offset: number;
  readonly bucketCounts: readonly number[];
}

/** An exponential histogram's point. */
export interface ReceivedExponentialPoint extends ReceivedDistributionPoint {
  readonly min: number | undefined;
  readonly max: number | undefined;
  readonly scale: number;
  readonly zeroCount: number;
  readonly zeroThreshold: number;
  readonly positive: ReceivedBuckets;
  readonly negative: ReceivedBuckets;
}

/** A summary's point. */
export interface ReceivedSummaryPoint extends ReceivedDistributionPoint {
  readonly quantiles: readonly { readonly quantile: number; readonly value: number }[];
}

interface MetricBase<Type extends string, Point extends ReceivedPoint> extends ReceivedOrigin {
  readonly type: Type;
  readonly name: string;
  readonly description: string;
  readonly unit: string;
  readonly points: readonly Point[];
}

interface Temporal {
  readonly temporality: Temporality;
}

/** A metric with its points, told apart by `type`; `empty` is one that was sent without data. */
export type ReceivedMetric =
  | MetricBase<'gauge', ReceivedNumberPoint>
  | (MetricBase<'sum', ReceivedNumberPoint> & Temporal & { readonly monotonic: boolean })
  | (MetricBase<'histogram', ReceivedHistogramPoint> & Temporal)
  | (MetricBase<'exponentialHistogram', ReceivedExponentialPoint> & Temporal)
  | MetricBase<'summary', ReceivedSummaryPoint>
  | MetricBase<'empty', never>;
