import { describe, expect, test } from '@jest/globals';

import { parseOtlpHeaders } from '../../src/settings/parse-otlp-headers.ts';

describe('parseOtlpHeaders', () => {
  test.each([
    ['', {}, 0],
    ['a=b', { a: 'b' }, 0],
    ['A=1,a=2', { a: '2' }, 0],
    [' a = b , c=d ', { a: 'b', c: 'd' }, 0],
    ['a=b=c', { a: 'b=c' }, 0],
    ['authorization=Bearer%20xyz%2C', { authorization: 'Bearer xyz,' }, 0],
    ['a=b,,', { a: 'b' }, 0],
    ['a=%zz,c=d', { c: 'd' }, 1],
    ['a,c=d', { c: 'd' }, 1],
    ['a=,c=d', { c: 'd' }, 1],
    ['=b,c=d', { c: 'd' }, 1],
    ['a b=1,c=d', { c: 'd' }, 1],
    ['a=x%0d%0aevil:1,c=d', { c: 'd' }, 1],
    ['content-type=x,c=d', { c: 'd' }, 1],
    ['connection=x,:path=y', {}, 2],
    ['__proto__=x', {}, 0],
  ])('%j gives %j with %i problems', (text, headers, problems) => {
    const parsed = parseOtlpHeaders(text);
    expect({ ...parsed.headers }).toEqual(headers);
    expect(parsed.problems).toHaveLength(problems);
  });

  test('a problem never shows the value of api-key=%zzsecret', () => {
    expect(parseOtlpHeaders('api-key=%zzsecret').problems).toEqual([
      'the value of api-key is empty or badly percent-encoded',
    ]);
  });
});
