import { describe, expect, test } from '@jest/globals';

import { durationHistogram } from '../../src/report/duration-histogram.ts';
import { formatDuration } from '../../src/report/format-duration.ts';

describe('durationHistogram', () => {
  test('19 durations of 10 ms and one of 100 ms in 10 slices: the longest is in the last, the tail starts behind p95', () => {
    const durations = [...Array.from({ length: 19 }, () => 10), 100];
    expect(durationHistogram(durations, 10)).toStrictEqual({
      counts: [0, 19, 0, 0, 0, 0, 0, 0, 0, 1],
      maxMs: 100,
      tailFrom: 2,
    });
  });

  test('no durations and only zeros', () => {
    expect(durationHistogram([], 3)).toStrictEqual({ counts: [0, 0, 0], maxMs: 0, tailFrom: 1 });
    expect(durationHistogram([0, 0], 3)).toStrictEqual({ counts: [2, 0, 0], maxMs: 0, tailFrom: 1 });
  });
});

describe('formatDuration', () => {
  test.each([
    [0n, '0.00 us'],
    [999n, '1.00 us'],
    [999_499n, '999 us'],
    [999_500n, '1.00 ms'],
    [12_340_000n, '12.3 ms'],
    [999_500_000n, '1.00 s'],
    [72_400_000_000n, '72.4 s'],
    [99_950_000_000n, '1.7 min'],
  ])('%d ns is %s', (ns, text) => {
    expect(formatDuration(ns)).toBe(text);
  });
});
