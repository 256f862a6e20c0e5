import { expect, test } from '@jest/globals';
import { errors } from 'undici';

import { isCallerAbort, isTimeout, readErrorType } from '../src/read-error-type.ts';

test.each([
  ['AbortSignal.timeout', new DOMException('late', 'TimeoutError'), 'timeout'],
  ['a headers timeout', new errors.HeadersTimeoutError(), 'timeout'],
  ['a body timeout', new errors.BodyTimeoutError(), 'timeout'],
  ['a connect timeout', new errors.ConnectTimeoutError(), 'timeout'],
  ['a refused connection', Object.assign(new Error('no'), { code: 'ECONNREFUSED' }), 'ECONNREFUSED'],
  ['a broken socket', new errors.SocketError('closed'), 'UND_ERR_SOCKET'],
  ['an error without a code', new RangeError('no'), 'RangeError'],
  ['a DOMException with a numeric code', new DOMException('no', 'DataError'), 'DataError'],
  ['a string', 'no', '_OTHER'],
  ['undefined', undefined, '_OTHER'],
])('the error.type of %s is right', (_, error, expected) => {
  expect(readErrorType(error)).toBe(expected);
  expect(isTimeout(error)).toBe(expected === 'timeout');
});

const reason = new Error('enough');
test.each([
  ['an AbortError', new DOMException('stop', 'AbortError'), undefined, true],
  ["undici's RequestAbortedError", new errors.RequestAbortedError(), undefined, true],
  ["the signal's own reason", reason, AbortSignal.abort(reason), true],
  ['another error under an aborted signal', new Error('else'), AbortSignal.abort(reason), false],
  ['a timeout', new DOMException('late', 'TimeoutError'), undefined, false],
])("%s is the caller's abort: %#", (_, error, signal, expected) => {
  expect(isCallerAbort(error, signal)).toBe(expected);
});
