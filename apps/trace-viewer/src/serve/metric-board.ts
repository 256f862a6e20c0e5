import type { ReceivedMetric } from '@gym/otlp-receiver';
import { serverOf } from '@gym/trace-analysis';

import { toJson } from './to-json.ts';

/** The last of one metric's series: one resource (a process), one scope, one set of attributes. */
export interface MetricSeries {
  readonly name: string;
  readonly server: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly unit: string;
  /** Of a gauge or a sum; undefined for a distribution. */
  readonly value: number | undefined;
  /** Of a distribution: its measurements and their mean; undefined for the others. */
  readonly count: number | undefined;
  readonly mean: number | undefined;
  /** When it last came, milliseconds since the epoch. */
  readonly seenMs: number;
}

/** Keeps the last values of metrics. */
export interface MetricBoard {
  add(metrics: readonly ReceivedMetric[]): void;
  /** By name, then server. */
  series(): readonly MetricSeries[];
}

type Values = Pick<MetricSeries, 'value' | 'count' | 'mean'>;

const none: Values = { value: undefined, count: undefined, mean: undefined };

/**
 * Makes a board of at most `maxSeries` series, of which the one that is silent for longest goes first; `now` is the clock,
 * in milliseconds. What is sent as a difference (delta temporality) is added up from the first one seen.
 */
export function createMetricBoard(now: () => number, maxSeries = 2000): MetricBoard {
  const kept = new Map<string, MetricSeries>();
  return {
    add(metrics) {
      const seenMs = now();
      for (const metric of metrics) {
        const { name, resource, scope, unit } = metric;
        const server = serverOf({ resource });
        const isDelta = 'temporality' in metric && metric.temporality === 'DELTA';
        for (const { attributes, ...values } of readPoints(metric)) {
          const key = toJson([resource, scope.name, name, Object.entries(attributes).sort(byKey)]);
          const sum = isDelta ? addUp(kept.get(key) ?? none, values) : values;
          // To the end of the map, whose first entry is then the one that is silent for longest.
          kept.delete(key);
          kept.set(key, { name, server, attributes, unit, ...sum, seenMs });
          if (kept.size > maxSeries) kept.delete(kept.keys().next().value ?? '');
        }
      }
    },
    series: () => [...kept.values()].sort((a, b) => compare(a.name, b.name) || compare(a.server, b.server)),
  };
}

function readPoints(metric: ReceivedMetric): readonly (Values & Pick<MetricSeries, 'attributes'>)[] {
  switch (metric.type) {
    case 'empty':
      return [];
    case 'gauge':
    case 'sum':
      return metric.points.flatMap(({ attributes, value }) =>
        value === undefined ? [] : { ...none, attributes, value: Number(value) },
      );
    default:
      return metric.points.map(({ attributes, count, sum }) => ({
        attributes,
        value: undefined,
        count,
        mean: sum === undefined || count === 0 ? undefined : sum / count,
      }));
  }
}

function addUp(before: Values, { value, count, mean }: Values): Values {
  if (value !== undefined) return { ...none, value: (before.value ?? 0) + value };
  const total = (before.count ?? 0) + (count ?? 0);
  const sum = (before.count ?? 0) * (before.mean ?? 0) + (count ?? 0) * (mean ?? 0);
  return { value: undefined, count: total, mean: total === 0 ? undefined : sum / total };
}

function byKey([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return compare(a, b);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
