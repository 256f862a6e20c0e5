import { expect, test } from '@jest/globals';

import { epochMs, readStampMs, toStamp } from '../../src/startup/epoch-ms.ts';

test('a time of 1700000000123.456 ms goes through the environment as nanoseconds', () => {
  expect(toStamp(1_700_000_000_123.456)).toBe('1700000000123456000');
  expect(readStampMs('1700000000123456000', Infinity)).toBe(1_700_000_000_123.456);
});

test.each([undefined, '', '0', '-5', '1e9', '1.5', 'x', '9'.repeat(30)])('%p is no stamp', (text) => {
  expect(readStampMs(text, Infinity)).toBeUndefined();
});

test('a stamp later than the limit is ignored, one at the limit is not', () => {
  expect(readStampMs('2000000', 2)).toBe(2);
  expect(readStampMs('2001000', 2)).toBeUndefined();
});

test('the clock is the epoch’s', () => {
  expect(Math.abs(epochMs() - Date.now())).toBeLessThan(60_000);
});
