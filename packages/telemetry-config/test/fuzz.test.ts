import { safeParseTelemetryConfig, telemetryFields, telemetryJsonSchema } from '@gym/telemetry-config';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';

test('3000 random blocks: no throw, and every outcome is a config or issues', () => {
  const keys = fc.oneof(fc.constantFrom(...telemetryFields.map((field) => field.wireKey.split('.')[0]!)), fc.string());
  const block = fc.oneof(fc.anything(), fc.dictionary(keys, fc.oneof(fc.anything(), fc.string(), fc.double())));
  fc.assert(
    fc.property(block, (value) => {
      const result = safeParseTelemetryConfig(value);
      return result.ok ? Object.isFrozen(result.config) : result.issues.length > 0;
    }),
    { numRuns: 3000 },
  );
});

test('importing the package and making a schema leaves no trace on the global object', () => {
  const before = Object.getOwnPropertyNames(globalThis).length;
  telemetryJsonSchema();
  expect(Object.getOwnPropertyNames(globalThis)).toHaveLength(before);
});
