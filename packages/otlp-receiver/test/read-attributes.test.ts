import { describe, expect, test } from '@jest/globals';

import { readAnyValue, readAttributes } from '../src/read-attributes.ts';

describe('readAnyValue', () => {
  test.each([
    ['an empty string', { stringValue: '' }, ''],
    ['false', { boolValue: false }, false],
    ['0', { intValue: 0 }, 0],
    ['2^53', { intValue: 2n ** 53n }, 2n ** 53n],
    ['0.5', { doubleValue: 0.5 }, 0.5],
    ['no bytes', { bytesValue: new Uint8Array() }, new Uint8Array()],
    ['an array of two kinds', { arrayValue: { values: [{ intValue: 1 }, { stringValue: 'x' }] } }, [1, 'x']],
    ['an array without values', { arrayValue: {} }, []],
    ['a map', { kvlistValue: { values: [{ key: 'k', value: { boolValue: true } }] } }, { k: true }],
    ['an empty value', {}, null],
    ['no value', undefined, null],
  ])('reads %s', (_name, value, expected) => {
    expect(readAnyValue(value)).toEqual(expected);
  });
});

describe('readAttributes', () => {
  test('keeps __proto__ as a key and gives the record no prototype', () => {
    const attributes = readAttributes([{ key: '__proto__', value: { stringValue: 'x' } }]);
    expect(Object.keys(attributes)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(attributes)).toBeNull();
  });

  test('keeps the last value of a key that is sent twice', () => {
    expect(
      readAttributes([
        { key: 'a', value: { intValue: 1 } },
        { key: 'a', value: { intValue: 2 } },
      ]),
    ).toEqual({ a: 2 });
  });
});
