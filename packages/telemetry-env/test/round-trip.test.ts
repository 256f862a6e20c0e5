import { safeParseTelemetryConfig, telemetryFields, type TelemetryField } from '@gym/telemetry-config';
import { resolveTelemetry, translateTelemetryEnv } from '@gym/telemetry-env';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';

const fields = telemetryFields as readonly TelemetryField[];
const variables = fields.flatMap(({ variable }) => [variable, variable.replace('NEMO_GYM_OTEL_', 'NEMO_LENS_')]);

/** Text that is usable for some field, blank, or garbage. */
const text = fc.oneof(
  fc.constantFrom(
    '1',
    '0',
    'true',
    'NO',
    ' on ',
    '',
    '  ',
    'maybe',
    '0.5',
    '1.5',
    '-1',
    '7',
    '1e-3',
    'grpc',
    'HTTP/JSON',
  ),
  fc.constantFrom('console', 'otlp', 'sampled', 'default, Verify', 'http://h:4317', 'h:4317', 'a=b', 'a=%zz', 'run-1'),
  fc.string(),
);
const env = fc.dictionary(fc.constantFrom(...variables, 'SLURM_JOB_ID', 'PATH'), text, { maxKeys: 12 });
const blockValue = fc.oneof(text, fc.boolean(), fc.double(), fc.integer({ min: -2, max: 9 }), fc.constant(null));
const block = fc.record(
  Object.fromEntries([
    ...fields.filter(({ wireKey }) => !wireKey.includes('.')).map(({ wireKey }) => [wireKey, blockValue]),
    ['memory_profiling', fc.record({ enabled: blockValue, interval_seconds: blockValue }, { requiredKeys: [] })],
  ]),
  { requiredKeys: [] },
);
/** A block is made loadable by dropping what the parser refuses, so that every run tests the translation. */
const loadableBlock = block.map((value) => {
  const result = safeParseTelemetryConfig(value);
  if (result.ok) return result.config;
  const kept: Record<string, unknown> = { ...value, enabled: true };
  for (const { path } of result.issues) delete kept[path.split('.')[0]!];
  const again = safeParseTelemetryConfig(kept);
  return again.ok ? again.config : undefined;
});

test('any block and any environment: a server settles on exactly the supervisor’s settings', () => {
  let enabled = 0;
  fc.assert(
    fc.property(loadableBlock, env, (config, given) => {
      fc.pre(config !== undefined);
      const frozen = Object.freeze({ ...given });
      const supervisor = translateTelemetryEnv(config, frozen);
      const server = resolveTelemetry(undefined, supervisor.env).config;
      // Off: nothing is written, so the server knows only that it is off. On: every setting is the same.
      expect(supervisor.config.enabled ? server : server.enabled).toEqual(
        supervisor.config.enabled ? supervisor.config : false,
      );
      expect(supervisor.config.enabled || supervisor.env).toEqual(supervisor.config.enabled || frozen);
      enabled += Number(supervisor.config.enabled);
      const again = translateTelemetryEnv(config, supervisor.env);
      expect(again.env).toEqual(supervisor.env);
      expect(again.runId).toBe(supervisor.runId);
    }),
    { numRuns: 3000 },
  );
  expect(enabled).toBeGreaterThan(500);
});
