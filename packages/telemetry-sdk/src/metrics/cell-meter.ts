import type { Histogram, Meter, MetricOptions } from '@opentelemetry/api';
import type { AggregationTemporality, HistogramMetricData } from '@opentelemetry/sdk-metrics';

import { CellHistogram } from './histogram-cells.ts';
import { replaceMethod } from './replace-method.ts';

/** Source: OpenTelemetry specification, "Metrics SDK", explicit bucket histogram. */
const defaultBounds = [0, 5, 10, 25, 50, 75, 100, 250, 500, 750, 1000, 2500, 5000, 7500, 10_000];

/** A meter whose histograms are cells. */
export interface CellMeter {
  readonly meter: Meter;
  /** What the histograms hold that have something; see {@link CellHistogram.collect}. */
  collect(temporality: AggregationTemporality, isDelta: boolean): HistogramMetricData[];
}

/** Makes a meter that is `meter` but for its histograms. `maxCells` is the cardinality limit of each. */
export function createCellMeter(meter: Meter, maxCells: number): CellMeter {
  const histograms = new Map<string, CellHistogram>();
  const createHistogram = (name: string, options: MetricOptions = {}): Histogram => {
    let histogram = histograms.get(name);
    if (!histogram) {
      const { advice, description, unit } = options;
      const bounds = [...(advice?.explicitBucketBoundaries ?? defaultBounds)].sort((a, b) => a - b);
      histogram = new CellHistogram({
        name,
        bounds,
        maxCells,
        ...(description !== undefined && { description }),
        ...(unit !== undefined && { unit }),
      });
      histograms.set(name, histogram);
    }
    return histogram;
  };
  return {
    meter: replaceMethod(meter, 'createHistogram', createHistogram),
    collect: (temporality, isDelta) =>
      [...histograms.values()].flatMap((histogram) => histogram.collect(temporality, isDelta) ?? []),
  };
}
