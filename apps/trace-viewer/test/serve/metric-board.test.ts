import type { ReceivedMetric } from '@gym/otlp-receiver';
import { describe, expect, test } from '@jest/globals';

import { createMetricBoard } from '../../src/serve/metric-board.ts';

const origin = {
  resource: { 'service.name': 'agent' },
  scope: { name: 'nemo.gym', version: '', attributes: {} },
  description: '',
  unit: 's',
};
const moment = { startTimeUnixNano: 0n, timeUnixNano: 1n, flags: 0, exemplars: [] };

function gauge(name: string, value: number, attributes = {}, resource = origin.resource): ReceivedMetric {
  return { ...origin, resource, type: 'gauge', name, points: [{ ...moment, attributes, value }] };
}

function histogram(temporality: 'DELTA' | 'CUMULATIVE', count: number, sum: number): ReceivedMetric {
  const point = { ...moment, attributes: {}, count, sum, min: undefined, max: undefined, bounds: [], bucketCounts: [] };
  return { ...origin, type: 'histogram', name: 'duration', temporality, points: [point] };
}

describe('createMetricBoard', () => {
  test('keeps the last value and the time of each series: one per resource and attributes, in any order of their keys', () => {
    let nowMs = 1;
    const board = createMetricBoard(() => nowMs);
    board.add([gauge('used', 1, { a: 1, b: 2 }), gauge('used', 2, { a: 2 }), gauge('free', 3)]);
    nowMs = 2;
    board.add([gauge('used', 4, { b: 2, a: 1 }), gauge('used', 5, { a: 2 }, { 'service.name': 'tools' })]);
    expect(board.series()).toMatchObject([
      { name: 'free', server: 'agent', value: 3, seenMs: 1 },
      { name: 'used', server: 'agent', value: 2, seenMs: 1 },
      { name: 'used', server: 'agent', value: 4, seenMs: 2 },
      { name: 'used', server: 'tools', value: 5, seenMs: 2 },
    ]);
  });

  test.each([
    ['CUMULATIVE', { count: 3, mean: 4 }],
    ['DELTA', { count: 5, mean: 3.2 }],
  ] as const)('histogram points of 2 with sum 4, then 3 with sum 12, %s: %j', (temporality, expected) => {
    const board = createMetricBoard(() => 0);
    board.add([histogram(temporality, 2, 4), histogram(temporality, 3, 12)]);
    expect(board.series()).toMatchObject([{ ...expected, value: undefined }]);
  });

  test('differences 2 and 3 of a counter are 5', () => {
    const board = createMetricBoard(() => 0);
    const counter = (value: number): ReceivedMetric => ({
      ...origin,
      type: 'sum',
      name: 'calls',
      temporality: 'DELTA',
      monotonic: true,
      points: [{ ...moment, attributes: {}, value }],
    });
    board.add([counter(2), counter(3)]);
    expect(board.series()).toMatchObject([{ value: 5, count: undefined }]);
  });

  test('of three series and room for two the one that is silent for longest goes', () => {
    const board = createMetricBoard(() => 0, 2);
    board.add([gauge('a', 1), gauge('b', 1), gauge('a', 2), gauge('c', 1)]);
    expect(board.series().map(({ name }) => name)).toEqual(['a', 'c']);
  });
});
