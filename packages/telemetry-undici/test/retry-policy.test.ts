import { expect, test } from '@jest/globals';

import { isRetryableStatus, retryDelayMs, retryReason, timeoutReason } from '../src/retry-policy.ts';

const withCode = (code: string): Error => Object.assign(new Error('no'), { code });

test.each([
  [withCode('ECONNRESET'), 'server_disconnected'],
  [withCode('UND_ERR_SOCKET'), 'server_disconnected'],
  [withCode('ECONNREFUSED'), 'client_os_error'],
  [withCode('UND_ERR_HEADERS_TIMEOUT'), 'timeout'],
  [withCode('UND_ERR_INFO'), 'other'],
  [new Error('no'), 'other'],
])('%s is retried for the reason %s', (error, reason) => {
  expect(retryReason(error)).toBe(reason);
});

test.each([
  ['UND_ERR_CONNECT_TIMEOUT', 'connect'],
  ['UND_ERR_HEADERS_TIMEOUT', 'headers'],
  ['UND_ERR_BODY_TIMEOUT', 'body'],
  ['23', 'deadline'],
])('a timeout with code %s is counted as %s', (code, reason) => {
  expect(timeoutReason(withCode(code))).toBe(reason);
});

test('the statuses 408, 429, 502, 503 and 504 are worth another attempt, and no others', () => {
  const all = Array.from({ length: 500 }, (_, index) => 100 + index);
  expect(all.filter(isRetryableStatus)).toEqual([408, 429, 502, 503, 504]);
});

test.each([
  ['2', 2000, 2000],
  ['0', 0, 0],
  ['3600', 30_000, 30_000],
  ['Mon, 30 Nov 2026 00:00:00 GMT', 200, 600],
  [undefined, 200, 600],
  [['2', '3'], 200, 600],
])('with Retry-After %j, attempt 2 at base 100 ms waits from %i to %i ms', (retryAfter, least, most) => {
  const delay = retryDelayMs(2, 100, retryAfter);
  expect(delay).toBeGreaterThanOrEqual(least);
  expect(delay).toBeLessThanOrEqual(most);
});
