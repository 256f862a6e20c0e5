import {
  defineTelemetryConfig,
  givenFields,
  parseTelemetryConfig,
  readConfigPath,
  telemetryFields,
} from '@gym/telemetry-config';
import { describe, expect, test } from '@jest/globals';

describe('givenFields', () => {
  test('{ enabled: false, run_id: null } gives "enabled" only, although it is the default', () => {
    expect([...givenFields(parseTelemetryConfig({ enabled: false, run_id: null }))]).toEqual(['enabled']);
  });

  test('a spread copy gives the fields that differ from their default', () => {
    const copy = { ...defineTelemetryConfig({ enabled: false, exporter: 'console' }) };
    expect([...givenFields(copy)]).toEqual(['exporter']);
  });
});

test('readConfigPath reads "memoryProfiling.intervalSeconds" = 2', () => {
  const config = defineTelemetryConfig({ memoryProfiling: { intervalSeconds: 2 } });
  expect(readConfigPath(config, 'memoryProfiling.intervalSeconds')).toBe(2);
});

test('every row of the field table has its own path, key and variable', () => {
  for (const property of ['path', 'wireKey', 'variable'] as const)
    expect(new Set(telemetryFields.map((field) => field[property])).size).toBe(telemetryFields.length);
});
