import { extendRedactedKeys } from '@gym/telemetry';
import { expect, test } from '@jest/globals';

import { redactAttributes } from '../src/redact-attributes.ts';

test.each([
  'prompt',
  'input_text',
  'output_text',
  'text',
  'password',
  'token',
  'secret',
  'key',
  'authorization',
  'cookie',
  'api_key',
  'nemo.gym.token',
  'Password',
  'http.request.header.Authorization',
  'a.b.API_KEY',
])('the value of %p is redacted', (key) => {
  expect(redactAttributes({ [key]: 'hunter2' })).toEqual({ [key]: '[REDACTED]' });
  expect(redactAttributes({ [key]: ['hunter2'] })).toEqual({ [key]: '[REDACTED]' });
});

test.each(['gen_ai.usage.input_tokens', 'tokens', 'prompt.length', 'keyboard', 'text_length'])(
  'the value of %p is kept',
  (key) => {
    expect(redactAttributes({ [key]: 7 })).toEqual({ [key]: 7 });
  },
);

test.each([
  [{ a: null, b: undefined }, {}],
  [
    { a: 'x', b: 1, c: true, d: Number.NaN },
    { a: 'x', b: 1, c: true, d: Number.NaN },
  ],
  [
    { a: ['x', null, 'y'], b: [1, 2], c: [] },
    { a: ['x', null, 'y'], b: [1, 2], c: [] },
  ],
  [{ a: ['x', 1], b: {}, c: () => 1, d: 1n, e: [{}], f: Symbol('s'), g: new Date(0) }, {}],
])('%p is set as %p', (given, kept) => expect(redactAttributes(given)).toEqual(kept));

test('extendRedactedKeys adds " Session_ID "', () => {
  expect(redactAttributes({ 'my.session_id': 'x' })).toEqual({ 'my.session_id': 'x' });
  extendRedactedKeys([' Session_ID ']);
  expect(redactAttributes({ 'my.session_id': 'x' })).toEqual({ 'my.session_id': '[REDACTED]' });
});
