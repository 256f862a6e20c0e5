import { describe, expect, test } from '@jest/globals';

import { createOtelEnv } from '../../src/settings/otel-env.ts';

function reader(value: string | undefined): { env: ReturnType<typeof createOtelEnv>; warnings: string[] } {
  const warnings: string[] = [];
  return { env: createOtelEnv({ X: value }, (message) => warnings.push(message)), warnings };
}

describe('createOtelEnv', () => {
  test.each([
    [undefined, undefined, 0],
    ['', undefined, 0],
    ['  ', undefined, 0],
    ['true', true, 0],
    [' TRUE ', true, 0],
    ['False', false, 0],
    ['1', false, 1],
    ['yes', false, 1],
  ])('flag %j reads as %j with %i warnings', (text, value, count) => {
    const { env, warnings } = reader(text);
    expect(env.flag('X')).toBe(value);
    expect(warnings).toHaveLength(count);
  });

  test.each([
    [undefined, undefined, 0],
    ['0', 0, 0],
    [' 12 ', 12, 0],
    ['1e3', 1000, 0],
    ['-1', undefined, 1],
    ['1.5', undefined, 1],
    ['5s', undefined, 1],
    ['0x10', undefined, 1],
    ['Infinity', undefined, 1],
  ])('integer %j of at least 0 reads as %j with %i warnings', (text, value, count) => {
    const { env, warnings } = reader(text);
    expect(env.integer('X', 0)).toBe(value);
    expect(warnings).toHaveLength(count);
  });

  test.each([
    ['0', Number.POSITIVE_INFINITY, 0],
    ['100', 100, 0],
    ['2147483647', 2_147_483_647, 0],
    ['2147483648', Number.POSITIVE_INFINITY, 0],
    ['-5', undefined, 1],
    ['', undefined, 0],
  ])('timeoutMs %j reads as %j with %i warnings', (text, value, count) => {
    const { env, warnings } = reader(text);
    expect(env.timeoutMs('X')).toBe(value);
    expect(warnings).toHaveLength(count);
  });

  test.each([
    ['0', 0, 0],
    ['.25', 0.25, 0],
    ['1', 1, 0],
    ['1.1', undefined, 1],
    ['half', undefined, 1],
  ])('ratio %j reads as %j with %i warnings', (text, value, count) => {
    const { env, warnings } = reader(text);
    expect(env.ratio('X')).toBe(value);
    expect(warnings).toHaveLength(count);
  });

  test('a word in another case is found, an unknown one is shown as it was given', () => {
    expect(reader(' GZIP ').env.word('X', ['gzip', 'none'])).toBe('gzip');
    const { env, warnings } = reader('BrotLi');
    expect(env.word('X', ['gzip', 'none'])).toBeUndefined();
    expect(warnings).toEqual(['X: expected one of gzip, none, received "BrotLi"; ignored']);
  });

  test('the list " A, b,,a " reads as a and b', () => {
    expect(reader(' A, b,,a ').env.list('X')).toEqual(['a', 'b']);
    expect(reader(' , ').env.list('X')).toBeUndefined();
  });
});
