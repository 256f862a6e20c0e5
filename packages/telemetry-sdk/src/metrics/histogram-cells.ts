import { diag, ValueType } from '@opentelemetry/api';
import type { Attributes, Histogram, HrTime, MetricOptions } from '@opentelemetry/api';
import { hrTime } from '@opentelemetry/core';
import { DataPointType } from '@opentelemetry/sdk-metrics';
import type { AggregationTemporality, HistogramMetricData } from '@opentelemetry/sdk-metrics';

/** What a {@link CellHistogram} measures. Bounds ascend. */
export interface CellHistogramSettings extends Pick<MetricOptions, 'description' | 'unit'> {
  readonly name: string;
  readonly bounds: readonly number[];
  /** Sets of attributes that have a cell of their own; what comes after shares one. */
  readonly maxCells: number;
}

interface Cell {
  readonly attributes: Attributes;
  readonly startTime: HrTime;
  readonly counts: number[];
  count: number;
  sum: number;
  min: number;
  max: number;
}

/** Source: OpenTelemetry specification, "Metrics SDK", cardinality limits. */
const overflow: Attributes = Object.freeze({ 'otel.metric.overflow': true });

/**
 * A histogram that keeps one cell for each set of attributes, and finds it by the object when that is frozen.
 *
 * The stock histogram sorts and prints the attributes at every record, which costs as much as a span. What is collected
 * is the same. Values below 0 and NaN are left out.
 */
export class CellHistogram implements Histogram {
  readonly #settings: CellHistogramSettings;
  #cells = new Map<string, Cell>();
  #known = new WeakMap<Attributes, Cell>();
  #lastCollection: HrTime | undefined = undefined;

  constructor(settings: CellHistogramSettings) {
    this.#settings = settings;
  }

  record(value: number, attributes: Attributes = {}): void {
    if (!(value >= 0)) {
      if (value < 0) diag.warn(`histogram ${this.#settings.name}: ${value} is below 0 and left out`);
      return;
    }
    const cell = this.#known.get(attributes) ?? this.#find(attributes);
    const { bounds } = this.#settings;
    let bucket = 0;
    while (bucket < bounds.length && value > bounds[bucket]!) bucket += 1;
    cell.counts[bucket]! += 1;
    cell.count += 1;
    cell.sum += value;
    if (value < cell.min) cell.min = value;
    if (value > cell.max) cell.max = value;
  }

  /** What was recorded since the start or, as delta, since the last collection; `undefined` when that is nothing. */
  collect(temporality: AggregationTemporality, isDelta: boolean): HistogramMetricData | undefined {
    const { bounds, description = '', name, unit = '' } = this.#settings;
    const endTime = hrTime();
    const cells = [...this.#cells.values()];
    const startTime = isDelta ? this.#lastCollection : undefined;
    this.#lastCollection = endTime;
    if (isDelta) {
      this.#cells = new Map();
      this.#known = new WeakMap();
    }
    if (cells.length === 0) return undefined;
    return {
      descriptor: { name, description, unit, valueType: ValueType.DOUBLE },
      aggregationTemporality: temporality,
      dataPointType: DataPointType.HISTOGRAM,
      dataPoints: cells.map(({ attributes, count, counts, max, min, startTime: madeAt, sum }) => ({
        attributes,
        startTime: startTime ?? madeAt,
        endTime,
        value: { buckets: { boundaries: [...bounds], counts: [...counts] }, count, sum, min, max },
      })),
    };
  }

  #find(attributes: Attributes): Cell {
    const key = keyOf(attributes);
    let cell = this.#cells.get(key);
    if (!cell) {
      // The last place is for all the rest.
      const isFull = this.#cells.size >= this.#settings.maxCells - 1;
      cell = isFull ? this.#cells.get(keyOf(overflow)) : undefined;
      cell ??= this.#add(isFull ? overflow : { ...attributes });
    }
    if (Object.isFrozen(attributes)) this.#known.set(attributes, cell);
    return cell;
  }

  #add(attributes: Attributes): Cell {
    const counts: number[] = Array.from({ length: this.#settings.bounds.length + 1 }, () => 0);
    const cell = { attributes, startTime: hrTime(), counts, count: 0, sum: 0, min: Infinity, max: -Infinity };
    this.#cells.set(keyOf(attributes), cell);
    return cell;
  }
}

function keyOf(attributes: Attributes): string {
  return JSON.stringify(
    Object.keys(attributes)
      .sort()
      .map((name) => [name, attributes[name]]),
  );
}
