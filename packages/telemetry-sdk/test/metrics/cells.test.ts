import { describe, expect, test } from '@jest/globals';
import type { Attributes, Meter } from '@opentelemetry/api';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AggregationTemporality,
  AggregationType,
  MeterProvider,
  MetricReader,
  type DataPoint,
  type ResourceMetrics,
} from '@opentelemetry/sdk-metrics';
import fc from 'fast-check';

import { addCells, takesCells } from '../../src/metrics/add-cells.ts';
import { createCellMeter } from '../../src/metrics/cell-meter.ts';

class TestReader extends MetricReader {
  async onForceFlush(): Promise<void> {}
  async onShutdown(): Promise<void> {}
}

interface Recording {
  readonly meter: Meter;
  readonly collect: () => Promise<ResourceMetrics>;
}

/** A meter with histograms as cells or as the stock SDK has them, and what a reader gets of it. */
function startMetrics(withCells: boolean, temporality = AggregationTemporality.CUMULATIVE, maxCells = 2000): Recording {
  const reader = new TestReader({
    aggregationTemporalitySelector: () => temporality,
    cardinalitySelector: () => maxCells,
  });
  const readers = [withCells ? addCells(reader, 'nemo.gym', '1', () => cells) : reader];
  const provider = new MeterProvider({ resource: resourceFromAttributes({}), readers });
  const stock = provider.getMeter('nemo.gym', '1');
  const cells = createCellMeter(stock, maxCells);
  return {
    meter: withCells ? cells.meter : stock,
    collect: async () => (await reader.collect()).resourceMetrics,
  };
}

function sortKeys(value: unknown): unknown {
  return typeof value === 'object' ? Object.entries(value as object).sort(([a], [b]) => (a < b ? -1 : 1)) : value;
}

/** A collection without its times, series in a fixed order. */
function describeCollection({ scopeMetrics }: ResourceMetrics): unknown {
  return scopeMetrics.map(({ metrics, scope }) => ({
    scope: `${scope.name} ${scope.version}`,
    metrics: metrics
      .map(({ dataPoints, descriptor, ...rest }) => ({
        name: descriptor.name,
        unit: descriptor.unit,
        description: descriptor.description,
        valueType: descriptor.valueType,
        ...rest,
        points: (dataPoints as readonly DataPoint<unknown>[])
          .map(({ attributes, value }) => {
            const { hasMinMax: _, ...point } = value as { hasMinMax?: boolean };
            return JSON.stringify([attributes, typeof value === 'number' ? value : point].map(sortKeys));
          })
          .sort(),
      }))
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
  }));
}

const sets: readonly Attributes[] = [
  { route: '/a', status: 200 },
  { status: 200, route: '/a' },
  Object.freeze({ route: '/a', status: 200 }),
  Object.freeze({ route: '/b' }),
  { ok: true, list: ['x', 'y'] },
  {},
];

describe('a histogram of cells and the stock one', () => {
  test.each([AggregationTemporality.CUMULATIVE, AggregationTemporality.DELTA])(
    'temporality %d: any records and collections give the same points',
    async (temporality) => {
      const record = fc.record({
        name: fc.constantFrom('a', 'b'),
        value: fc.oneof(fc.double({ noNaN: true }), fc.constantFrom(0, 5, 10, 10_000)),
        set: fc.integer({ min: 0, max: sets.length - 1 }),
        collect: fc.boolean(),
      });
      await fc.assert(
        fc.asyncProperty(fc.array(record, { maxLength: 20 }), fc.boolean(), async (records, ownBounds) => {
          const results = await Promise.all(
            [true, false].map(async (withCells) => {
              const { collect, meter } = startMetrics(withCells, temporality);
              const advice = ownBounds ? { advice: { explicitBucketBoundaries: [1, 5, 100] } } : {};
              const options = { unit: 'ms', description: 'of a test', ...advice };
              meter.createCounter('calls').add(1);
              const collections = [];
              for (const { collect: isCollecting, name, set, value } of records) {
                meter.createHistogram(name, options).record(value, sets[set]);
                if (isCollecting) collections.push(describeCollection(await collect()));
              }
              return [...collections, describeCollection(await collect())];
            }),
          );
          expect(results[0]).toEqual(results[1]);
        }),
        { numRuns: 200 },
      );
    },
  );

  test('the times: since the first record, and as delta since the last collection', async () => {
    for (const temporality of [AggregationTemporality.CUMULATIVE, AggregationTemporality.DELTA]) {
      const { collect, meter } = startMetrics(true, temporality);
      const spans = [];
      for (let round = 0; round < 2; round++) {
        meter.createHistogram('a').record(1);
        const [point] = (await collect()).scopeMetrics[0]!.metrics[0]!.dataPoints;
        spans.push([point!.startTime, point!.endTime]);
      }
      const [[firstStart, firstEnd], [secondStart]] = spans as [unknown[], unknown[]];
      expect(secondStart).toEqual(temporality === AggregationTemporality.DELTA ? firstEnd : firstStart);
    }
  });

  test('3000 sets of attributes have 2000 points, the last one for all that came late', async () => {
    const { collect, meter } = startMetrics(true);
    const histogram = meter.createHistogram('a');
    for (let round = 0; round < 2; round++) {
      for (let n = 0; n < 3000; n++) histogram.record(1, Object.freeze({ n }));
    }
    const points = (await collect()).scopeMetrics[0]!.metrics[0]!.dataPoints as DataPoint<{ count: number }>[];
    expect(points).toHaveLength(2000);
    expect(points.at(-1)).toMatchObject({ attributes: { 'otel.metric.overflow': true }, value: { count: 2002 } });
    expect(points.reduce((sum, { value }) => sum + value.count, 0)).toBe(6000);
  });
});

test('a reader that wants exponential histograms gets them from the stock SDK', () => {
  const exponential = new TestReader({
    aggregationSelector: () => ({ type: AggregationType.EXPONENTIAL_HISTOGRAM }),
  });
  expect([takesCells(exponential), takesCells(new TestReader())]).toEqual([false, true]);
});

test('every other instrument, and callbacks, go to the stock meter', async () => {
  const { collect, meter } = startMetrics(true);
  meter.createCounter('counter').add(1);
  meter.createUpDownCounter('updown').add(2);
  meter.createGauge('gauge').record(3);
  meter.createObservableCounter('o.counter').addCallback((result) => result.observe(4));
  meter.createObservableUpDownCounter('o.updown').addCallback((result) => result.observe(5));
  const observed = meter.createObservableGauge('o.gauge');
  let calls = 0;
  const callback = (result: { observe(of: typeof observed, value: number): void }): void => {
    calls += 1;
    result.observe(observed, 6);
  };
  meter.addBatchObservableCallback(callback, [observed]);
  const { scopeMetrics } = await collect();
  expect(scopeMetrics[0]?.metrics.map(({ dataPoints }) => dataPoints[0]?.value)).toEqual([1, 2, 3, 4, 5, 6]);
  meter.removeBatchObservableCallback(callback, [observed]);
  await collect();
  expect(calls).toBe(1);
});

test('what is no number from 0 up is not recorded', async () => {
  const { collect, meter } = startMetrics(true);
  for (const value of [-1, Number.NaN, Number.NEGATIVE_INFINITY]) meter.createHistogram('a').record(value);
  expect((await collect()).scopeMetrics).toEqual([]);
});
