import { expect, test } from '@jest/globals';

import { createOriginDescriber } from '../src/describe-origin.ts';
import { describeUrl } from '../src/describe-url.ts';

const describeOrigin = createOriginDescriber();

test.each([
  ['http://h', '/a', undefined, 'http://h/a'],
  ['http://h:80', '/a', undefined, 'http://h/a'],
  ['https://h:8443', '/a?b=c', undefined, 'https://h:8443/a?b=c'],
  ['http://user:pass@h', '/a', undefined, 'http://REDACTED:REDACTED@h/a'],
  ['http://h', '/a', { b: 'c d', e: [1, 2] }, 'http://h/a?b=c%20d&e=1&e=2'],
  ['http://h', '/a?sig=s3cret&b=1', undefined, 'http://h/a?sig=REDACTED&b=1'],
  ['http://h', '/a?X-Amz-Signature=s&SIG=kept', undefined, 'http://h/a?X-Amz-Signature=REDACTED&SIG=kept'],
  ['http://h', '/a', { Signature: 's3cret' }, 'http://h/a?Signature=REDACTED'],
  ['http://proxy', 'http://user:pass@h/a', undefined, 'http://REDACTED:REDACTED@h/a'],
  [undefined, '/a', undefined, '/a'],
])('the url.full of origin %s, path %s, query %j is %s', (origin, path, query, expected) => {
  expect(describeUrl(describeOrigin(origin), path, query)).toBe(expected);
});

test.each([
  ['http://h', 'h', 80],
  ['https://h', 'h', 443],
  ['http://h:8080', 'h', 8080],
  ['http://[::1]:9', '::1', 9],
  ['not a url', '', 0],
])('origin %s has server.address "%s" and server.port %i', (origin, address, port) => {
  expect(describeOrigin(origin)).toMatchObject({ address, port });
  expect(describeOrigin(origin)).toBe(describeOrigin(origin));
});

test('a URL object describes the same origin as its text', () => {
  expect(describeOrigin(new URL('http://h:81'))).toMatchObject({ base: 'http://h:81', port: 81 });
});

test('1000 origins are described without being kept all', () => {
  const describeMany = createOriginDescriber();
  const first = describeMany('http://h0');
  for (let index = 1; index < 1000; index++) describeMany(`http://h${index}`);
  expect(describeMany('http://h0')).not.toBe(first);
});
