import { keyValue, type RawKeyValue } from './common-messages.ts';
import { messageSchema, type MessageSchema } from './message-schema.ts';

/** `opentelemetry.proto.metrics.v1.Exemplar`. */
export interface RawExemplar {
  readonly filteredAttributes?: readonly RawKeyValue[];
  readonly timeUnixNano?: bigint;
  readonly asDouble?: number;
  readonly asInt?: number | bigint;
  readonly spanId?: string;
  readonly traceId?: string;
}

/** What the four data point messages share. */
export interface RawPoint {
  readonly attributes?: readonly RawKeyValue[];
  readonly startTimeUnixNano?: bigint;
  readonly timeUnixNano?: bigint;
  readonly flags?: number;
}

/** `opentelemetry.proto.metrics.v1.NumberDataPoint`. */
export interface RawNumberPoint extends RawPoint {
  readonly asDouble?: number;
  readonly asInt?: number | bigint;
  readonly exemplars?: readonly RawExemplar[];
}

interface RawDistribution extends RawPoint {
  readonly count?: bigint;
  readonly sum?: number;
}

/** `opentelemetry.proto.metrics.v1.HistogramDataPoint`. */
export interface RawHistogramPoint extends RawDistribution {
  readonly bucketCounts?: readonly bigint[];
  readonly explicitBounds?: readonly number[];
  readonly exemplars?: readonly RawExemplar[];
  readonly min?: number;
  readonly max?: number;
}

/** `opentelemetry.proto.metrics.v1.ExponentialHistogramDataPoint.Buckets`. */
export interface RawBuckets {
  readonly offset?: number;
  readonly bucketCounts?: readonly (number | bigint)[];
}

/** `opentelemetry.proto.metrics.v1.ExponentialHistogramDataPoint`. */
export interface RawExponentialPoint extends RawDistribution {
  readonly scale?: number;
  readonly zeroCount?: bigint;
  readonly positive?: RawBuckets;
  readonly negative?: RawBuckets;
  readonly exemplars?: readonly RawExemplar[];
  readonly min?: number;
  readonly max?: number;
  readonly zeroThreshold?: number;
}

/** `opentelemetry.proto.metrics.v1.SummaryDataPoint`. */
export interface RawSummaryPoint extends RawDistribution {
  readonly quantileValues?: readonly { readonly quantile?: number; readonly value?: number }[];
}

const exemplar = messageSchema<RawExemplar>(
  {
    filteredAttributes: [7, [() => keyValue]],
    timeUnixNano: [2, 'fixed64'],
    asDouble: [3, 'double'],
    asInt: [6, 'sfixed64'],
    spanId: [4, 'spanId'],
    traceId: [5, 'traceId'],
  },
  ['asDouble', 'asInt'],
);

/** Schema of {@link RawNumberPoint}. */
export const numberPoint: MessageSchema<RawNumberPoint> = messageSchema<RawNumberPoint>(
  {
    attributes: [7, [() => keyValue]],
    startTimeUnixNano: [2, 'fixed64'],
    timeUnixNano: [3, 'fixed64'],
    asDouble: [4, 'double'],
    asInt: [6, 'sfixed64'],
    exemplars: [5, [() => exemplar]],
    flags: [8, 'uint32'],
  },
  ['asDouble', 'asInt'],
);

/** Schema of {@link RawHistogramPoint}. */
export const histogramPoint: MessageSchema<RawHistogramPoint> = messageSchema<RawHistogramPoint>({
  attributes: [9, [() => keyValue]],
  startTimeUnixNano: [2, 'fixed64'],
  timeUnixNano: [3, 'fixed64'],
  count: [4, 'fixed64'],
  sum: [5, 'double'],
  bucketCounts: [6, ['fixed64']],
  explicitBounds: [7, ['double']],
  exemplars: [8, [() => exemplar]],
  flags: [10, 'uint32'],
  min: [11, 'double'],
  max: [12, 'double'],
});

const buckets = messageSchema<RawBuckets>({ offset: [1, 'sint32'], bucketCounts: [2, ['uint64']] });

/** Schema of {@link RawExponentialPoint}. */
export const exponentialPoint: MessageSchema<RawExponentialPoint> = messageSchema<RawExponentialPoint>({
  attributes: [1, [() => keyValue]],
  startTimeUnixNano: [2, 'fixed64'],
  timeUnixNano: [3, 'fixed64'],
  count: [4, 'fixed64'],
  sum: [5, 'double'],
  scale: [6, 'sint32'],
  zeroCount: [7, 'fixed64'],
  positive: [8, () => buckets],
  negative: [9, () => buckets],
  flags: [10, 'uint32'],
  exemplars: [11, [() => exemplar]],
  min: [12, 'double'],
  max: [13, 'double'],
  zeroThreshold: [14, 'double'],
});

const quantileValue = messageSchema<NonNullable<RawSummaryPoint['quantileValues']>[number]>({
  quantile: [1, 'double'],
  value: [2, 'double'],
});

/** Schema of {@link RawSummaryPoint}. */
export const summaryPoint: MessageSchema<RawSummaryPoint> = messageSchema<RawSummaryPoint>({
  attributes: [7, [() => keyValue]],
  startTimeUnixNano: [2, 'fixed64'],
  timeUnixNano: [3, 'fixed64'],
  count: [4, 'fixed64'],
  sum: [5, 'double'],
  quantileValues: [6, [() => quantileValue]],
  flags: [8, 'uint32'],
});
