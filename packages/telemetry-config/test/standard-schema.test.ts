import { telemetryConfigSchema } from '@gym/telemetry-config';
import { expect, test } from '@jest/globals';

const { validate, version, vendor } = telemetryConfigSchema['~standard'];

test('is Standard Schema version 1 of this package', () => {
  expect([version, vendor]).toEqual([1, '@gym/telemetry-config']);
});

test('{ enabled: "on" } validates to a config', () => {
  expect(validate({ enabled: 'on' })).toMatchObject({ value: { enabled: true } });
});

test('{ memory_profiling: { enabled: "x" } } has an issue with its path', () => {
  expect(validate({ memory_profiling: { enabled: 'x' } })).toEqual({
    issues: [
      {
        message: 'memory_profiling.enabled: expected true or false (also 1/0, yes/no, on/off), received "x"',
        path: ['memory_profiling', 'enabled'],
      },
    ],
  });
});
