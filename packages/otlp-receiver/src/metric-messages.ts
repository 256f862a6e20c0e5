import { resource, scope, type RawResource, type RawScope } from './common-messages.ts';
import { messageSchema, type MessageSchema } from './message-schema.ts';
import {
  exponentialPoint,
  histogramPoint,
  numberPoint,
  summaryPoint,
  type RawExponentialPoint,
  type RawHistogramPoint,
  type RawNumberPoint,
  type RawSummaryPoint,
} from './metric-point-messages.ts';

interface RawData<Point> {
  readonly dataPoints?: readonly Point[];
}

interface RawTemporalData<Point> extends RawData<Point> {
  readonly aggregationTemporality?: number;
}

interface RawSum extends RawTemporalData<RawNumberPoint> {
  readonly isMonotonic?: boolean;
}

/** `opentelemetry.proto.metrics.v1.Metric`. */
export interface RawMetric {
  readonly name?: string;
  readonly description?: string;
  readonly unit?: string;
  readonly gauge?: RawData<RawNumberPoint>;
  readonly sum?: RawSum;
  readonly histogram?: RawTemporalData<RawHistogramPoint>;
  readonly exponentialHistogram?: RawTemporalData<RawExponentialPoint>;
  readonly summary?: RawData<RawSummaryPoint>;
}

interface RawScopeMetrics {
  readonly scope?: RawScope;
  readonly metrics?: readonly RawMetric[];
}

interface RawResourceMetrics {
  readonly resource?: RawResource;
  readonly scopeMetrics?: readonly RawScopeMetrics[];
}

/** `opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest`. */
export interface RawMetrics {
  readonly resourceMetrics?: readonly RawResourceMetrics[];
}

const gauge = messageSchema<RawData<RawNumberPoint>>({ dataPoints: [1, [() => numberPoint]] });

const sum = messageSchema<RawSum>({
  dataPoints: [1, [() => numberPoint]],
  aggregationTemporality: [2, 'int32'],
  isMonotonic: [3, 'bool'],
});

const histogram = messageSchema<RawTemporalData<RawHistogramPoint>>({
  dataPoints: [1, [() => histogramPoint]],
  aggregationTemporality: [2, 'int32'],
});

const exponentialHistogram = messageSchema<RawTemporalData<RawExponentialPoint>>({
  dataPoints: [1, [() => exponentialPoint]],
  aggregationTemporality: [2, 'int32'],
});

const summary = messageSchema<RawData<RawSummaryPoint>>({ dataPoints: [1, [() => summaryPoint]] });

const metric = messageSchema<RawMetric>(
  {
    name: [1, 'string'],
    description: [2, 'string'],
    unit: [3, 'string'],
    gauge: [5, () => gauge],
    sum: [7, () => sum],
    histogram: [9, () => histogram],
    exponentialHistogram: [10, () => exponentialHistogram],
    summary: [11, () => summary],
  },
  ['gauge', 'sum', 'histogram', 'exponentialHistogram', 'summary'],
);

const scopeMetrics = messageSchema<RawScopeMetrics>({ scope: [1, () => scope], metrics: [2, [() => metric]] });

const resourceMetrics = messageSchema<RawResourceMetrics>({
  resource: [1, () => resource],
  scopeMetrics: [2, [() => scopeMetrics]],
});

/** Schema of {@link RawMetrics}. */
export const metrics: MessageSchema<RawMetrics> = messageSchema<RawMetrics>({
  resourceMetrics: [1, [() => resourceMetrics]],
});
