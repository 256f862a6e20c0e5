import { describe, expect, test } from '@jest/globals';

import type { RawMetric } from '../src/metric-messages.ts';
import { readMetrics } from '../src/read-metrics.ts';

const read = (...metrics: RawMetric[]): ReturnType<typeof readMetrics> =>
  readMetrics({ resourceMetrics: [{ scopeMetrics: [{ metrics }] }] });

const base = { name: '', description: '', unit: '', resource: {}, scope: { name: '', version: '', attributes: {} } };
const point = { attributes: {}, startTimeUnixNano: 0n, timeUnixNano: 0n, flags: 0, exemplars: [] };

describe('readMetrics', () => {
  test('reads name, description and unit', () => {
    expect(read({ name: 'n', description: 'd', unit: 's', gauge: {} })).toEqual([
      { ...base, name: 'n', description: 'd', unit: 's', type: 'gauge', points: [] },
    ]);
  });

  test('reads a gauge with a double, an integer 0 and no value', () => {
    const gauge = { dataPoints: [{ asDouble: 1.5 }, { asInt: 0 }, {}] };
    expect(read({ gauge })).toEqual([
      {
        ...base,
        type: 'gauge',
        points: [
          { ...point, value: 1.5 },
          { ...point, value: 0 },
          { ...point, value: undefined },
        ],
      },
    ]);
  });

  test('reads a cumulative monotonic sum with an exemplar', () => {
    const dataPoints = [
      {
        attributes: [{ key: 'a', value: { intValue: 1 } }],
        startTimeUnixNano: 1n,
        timeUnixNano: 2n,
        flags: 1,
        asInt: 2n ** 60n,
        exemplars: [{ asInt: 5, timeUnixNano: 3n, traceId: 'a'.repeat(32), spanId: '', filteredAttributes: [] }],
      },
    ];
    expect(read({ sum: { aggregationTemporality: 2, isMonotonic: true, dataPoints } })).toEqual([
      {
        ...base,
        type: 'sum',
        temporality: 'CUMULATIVE',
        monotonic: true,
        points: [
          {
            attributes: { a: 1 },
            startTimeUnixNano: 1n,
            timeUnixNano: 2n,
            flags: 1,
            value: 2n ** 60n,
            exemplars: [{ value: 5, timeUnixNano: 3n, traceId: 'a'.repeat(32), spanId: undefined, attributes: {} }],
          },
        ],
      },
    ]);
  });

  test('reads a delta histogram, and one without sum, min and max', () => {
    const full = { count: 3n, sum: 6, min: 1, max: 3, explicitBounds: [2], bucketCounts: [1n, 2n] };
    expect(read({ histogram: { aggregationTemporality: 1, dataPoints: [full, {}] } })).toEqual([
      {
        ...base,
        type: 'histogram',
        temporality: 'DELTA',
        points: [
          { ...point, count: 3, sum: 6, min: 1, max: 3, bounds: [2], bucketCounts: [1, 2] },
          { ...point, count: 0, sum: undefined, min: undefined, max: undefined, bounds: [], bucketCounts: [] },
        ],
      },
    ]);
  });

  test('reads an exponential histogram', () => {
    const dataPoints = [
      { count: 2n, sum: 1, scale: -1, zeroCount: 1n, zeroThreshold: 0.1, positive: { offset: -2, bucketCounts: [1] } },
    ];
    expect(read({ exponentialHistogram: { dataPoints } })).toEqual([
      {
        ...base,
        type: 'exponentialHistogram',
        temporality: 'UNSPECIFIED',
        points: [
          {
            ...point,
            count: 2,
            sum: 1,
            min: undefined,
            max: undefined,
            scale: -1,
            zeroCount: 1,
            zeroThreshold: 0.1,
            positive: { offset: -2, bucketCounts: [1] },
            negative: { offset: 0, bucketCounts: [] },
          },
        ],
      },
    ]);
  });

  test('reads a summary', () => {
    const dataPoints = [{ count: 1n, sum: 2, quantileValues: [{ quantile: 0.5, value: 2 }, {}] }];
    expect(read({ summary: { dataPoints } })).toEqual([
      {
        ...base,
        type: 'summary',
        points: [
          {
            ...point,
            count: 1,
            sum: 2,
            quantiles: [
              { quantile: 0.5, value: 2 },
              { quantile: 0, value: 0 },
            ],
          },
        ],
      },
    ]);
  });

  test('reads a metric without data as empty', () => {
    expect(read({ name: 'n' })).toEqual([{ ...base, name: 'n', type: 'empty', points: [] }]);
  });
});
