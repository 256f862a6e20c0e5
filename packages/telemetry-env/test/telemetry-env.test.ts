import { parseTelemetryConfig, telemetryFields, type TelemetryField } from '@gym/telemetry-config';
import { applyTelemetryEnv, explainTelemetry, resolveTelemetry, translateTelemetryEnv } from '@gym/telemetry-env';
import { describe, expect, test } from '@jest/globals';

/** For every field two usable values as text, different from each other and from the default. */
const samples: Record<string, readonly [string, string]> = {
  enabled: ['true', 'yes'],
  serviceName: ['svc-a', 'svc-b'],
  serviceNamePerServer: ['0', 'no'],
  spanGroups: ['verify', 'agent,job'],
  exportStrategy: ['sampled', 'single_rank'],
  exportRank: ['2', '3'],
  exportSampleRate: ['0.5', '0.25'],
  tracesEnabled: ['0', 'off'],
  metricsEnabled: ['0', 'false'],
  logsEnabled: ['1', 'on'],
  exporter: ['console', 'CONSOLE'],
  otlpEndpoint: ['http://a:4317', 'http://b:4317'],
  otlpProtocol: ['http/json', 'http/protobuf'],
  otlpHeaders: ['a=1', 'b=2'],
  instrumentHttpClient: ['0', 'no'],
  runId: ['run-a', 'run-b'],
  'memoryProfiling.enabled': ['1', 'yes'],
  'memoryProfiling.intervalSeconds': ['2.5', '10'],
};

function blockWith(field: TelemetryField, value: string): unknown {
  const [section, name] = field.wireKey.split('.') as [string, string?];
  return name === undefined ? { [section]: value } : { [section]: { [name]: value } };
}

function explainOne(field: TelemetryField, block: unknown, env: Record<string, string>) {
  return explainTelemetry(parseTelemetryConfig(block), env).find(({ path }) => path === field.path)!;
}

const fields = telemetryFields as readonly TelemetryField[];
const lensTwin = (variable: string): string => variable.replace('NEMO_GYM_OTEL_', 'NEMO_LENS_');
const gymFields = fields.filter(({ variable }) => variable.startsWith('NEMO_GYM_OTEL_'));

describe.each(fields.map((field) => [field.path, field] as const))('precedence of %s', (path, field) => {
  const [first, second] = samples[path]!;
  const fallback = field.defaultValue === undefined ? 'unset' : undefined;

  test('the default, when nothing is given', () => {
    expect(explainOne(field, {}, {})).toMatchObject({ source: 'default', ...(fallback && { shown: fallback }) });
  });

  test('the block beats the default', () => {
    expect(explainOne(field, blockWith(field, first), {}).source).toBe('telemetry block');
  });

  test(`${field.variable} beats the block`, () => {
    expect(explainOne(field, blockWith(field, first), { [field.variable]: second }).source).toBe(field.variable);
  });

  test.each(['', '   '])(`a blank ${field.variable} (%p) counts as not given`, (blank) => {
    expect(explainOne(field, blockWith(field, first), { [field.variable]: blank }).source).toBe('telemetry block');
  });
});

describe.each(gymFields.map((field) => [lensTwin(field.variable), field] as const))('%s', (twin, field) => {
  const [first, second] = samples[field.path]!;

  test('beats the block', () => {
    expect(explainOne(field, blockWith(field, first), { [twin]: second }).source).toBe(twin);
  });

  test(`loses to ${field.variable}`, () => {
    expect(explainOne(field, {}, { [twin]: first, [field.variable]: second }).source).toBe(field.variable);
  });
});

describe('the switch', () => {
  test.each([
    ['block true', { enabled: true }, {}, true],
    ['block true, gym 0', { enabled: true }, { NEMO_GYM_OTEL_ENABLED: '0' }, false],
    ['block true, lens 0', { enabled: true }, { NEMO_LENS_ENABLED: '0' }, false],
    ['block false, lens 1', { enabled: false }, { NEMO_LENS_ENABLED: '1' }, true],
    ['block true, gym blank', { enabled: true }, { NEMO_GYM_OTEL_ENABLED: ' ' }, true],
    ['gym garbage reads as off', { enabled: true }, { NEMO_GYM_OTEL_ENABLED: 'maybe', NEMO_LENS_ENABLED: '1' }, false],
    ['lens garbage reads as off', { enabled: true }, { NEMO_LENS_ENABLED: 'maybe' }, false],
  ])('%s: %s', (_, block, env, enabled) => {
    expect(resolveTelemetry(parseTelemetryConfig(block), env).config.enabled).toBe(enabled);
  });
});

describe('a bad environment value', () => {
  const warningsOf = (block: unknown, env: Record<string, string>): string[] =>
    resolveTelemetry(parseTelemetryConfig(block), env).warnings.map(({ message }) => message);

  test.each([
    [
      { export_sample_rate: 0.2 },
      { NEMO_GYM_OTEL_EXPORT_SAMPLE_RATE: '1.5' },
      `NEMO_GYM_OTEL_EXPORT_SAMPLE_RATE: expected a number from 0 to 1, received "1.5"; using the block's value 0.2`,
    ],
    [
      {},
      { NEMO_LENS_EXPORTER: 'file' },
      'NEMO_LENS_EXPORTER: expected one of otlp, console, received "file"; using the default "otlp"',
    ],
    [
      {},
      { OTEL_EXPORTER_OTLP_PROTOCOL: 'udp' },
      'OTEL_EXPORTER_OTLP_PROTOCOL: expected one of grpc, http/protobuf, http/json, received "udp"; using the default unset',
    ],
    [
      {},
      { NEMO_GYM_OTEL_ENABLED: 'maybe' },
      'NEMO_GYM_OTEL_ENABLED: expected true or false (also 1/0, yes/no, on/off), received "maybe"; telemetry is off',
    ],
    [
      { otlp_headers: 'a=s3cret' },
      { OTEL_EXPORTER_OTLP_HEADERS: 'hunter2' },
      "OTEL_EXPORTER_OTLP_HEADERS: expected a list k=v,k=v with percent-encoded values, received (hidden); using the block's value (hidden)",
    ],
  ])('%j with %j warns once: %s', (block, env, message) => expect(warningsOf(block, env as never)).toEqual([message]));

  test('bad own value, good Lens twin: the twin is used and named', () => {
    const env = { NEMO_GYM_OTEL_EXPORT_RANK: 'x', NEMO_LENS_EXPORT_RANK: '4' };
    const { config, warnings } = resolveTelemetry(undefined, env);
    expect(config.exportRank).toBe(4);
    expect(warnings.map(({ message }) => message)).toEqual([
      'NEMO_GYM_OTEL_EXPORT_RANK: expected an integer of at least -1, received "x"; using NEMO_LENS_EXPORT_RANK',
    ]);
  });
});

describe('translateTelemetryEnv', () => {
  const on = parseTelemetryConfig({ enabled: true, exporter: 'console', run_id: 'r' });

  test('off writes nothing', () => {
    const env = { PATH: '/bin', NEMO_GYM_OTEL_ENABLED: '0' };
    expect(translateTelemetryEnv(on, env)).toMatchObject({ env, runId: undefined });
  });

  test('on writes every set field, booleans as 1 and 0', () => {
    expect(translateTelemetryEnv(on, {}).env).toEqual({
      NEMO_GYM_OTEL_ENABLED: '1',
      OTEL_SERVICE_NAME: 'nemo-gym',
      NEMO_GYM_OTEL_SERVICE_NAME_PER_SERVER: '1',
      NEMO_GYM_OTEL_SPAN_GROUPS: 'default',
      NEMO_GYM_OTEL_EXPORT_STRATEGY: 'all_ranks',
      NEMO_GYM_OTEL_EXPORT_RANK: '-1',
      NEMO_GYM_OTEL_EXPORT_SAMPLE_RATE: '1',
      NEMO_GYM_OTEL_TRACES_ENABLED: '1',
      NEMO_GYM_OTEL_METRICS_ENABLED: '1',
      NEMO_GYM_OTEL_LOGS_ENABLED: '0',
      NEMO_GYM_OTEL_EXPORTER: 'console',
      NEMO_GYM_OTEL_INSTRUMENT_AIOHTTP: '1',
      NEMO_GYM_OTEL_RUN_ID: 'r',
      NEMO_GYM_OTEL_MEMORY_PROFILING_ENABLED: '0',
      NEMO_GYM_OTEL_MEMORY_PROFILING_INTERVAL_SECONDS: '1',
    });
  });

  test('a given variable, or a given Lens twin, is left alone; a blank or unusable one is overwritten', () => {
    const { env } = translateTelemetryEnv(on, {
      NEMO_LENS_EXPORTER: 'otlp',
      NEMO_GYM_OTEL_SPAN_GROUPS: ' verify ',
      OTEL_SERVICE_NAME: ' ',
      NEMO_GYM_OTEL_EXPORT_RANK: 'last',
    });
    expect(env).toMatchObject({
      NEMO_GYM_OTEL_SPAN_GROUPS: ' verify ',
      OTEL_SERVICE_NAME: 'nemo-gym',
      NEMO_GYM_OTEL_EXPORT_RANK: '-1',
    });
    expect(env).not.toHaveProperty('NEMO_GYM_OTEL_EXPORTER');
  });

  test('an unusable variable before a good Lens twin is overwritten with the twin’s value', () => {
    const { env, config } = translateTelemetryEnv(on, {
      NEMO_GYM_OTEL_EXPORT_RANK: 'last',
      NEMO_LENS_EXPORT_RANK: '4',
    });
    expect([env['NEMO_GYM_OTEL_EXPORT_RANK'], config.exportRank]).toEqual(['4', 4]);
  });

  test.each([
    ['its own variable', { NEMO_GYM_OTEL_RUN_ID: 'a', NEMO_LENS_RUN_ID: 'b', SLURM_JOB_ID: 'c' }, { run_id: 'd' }, 'a'],
    ['its Lens twin', { NEMO_LENS_RUN_ID: 'b', SLURM_JOB_ID: 'c' }, { run_id: 'd' }, 'b'],
    ['the block', { NEMO_GYM_OTEL_RUN_ID: ' ', SLURM_JOB_ID: 'c' }, { run_id: 'd' }, 'd'],
    ['SLURM_JOB_ID', { SLURM_JOB_ID: ' c ' }, {}, 'c'],
    ['the generator', { SLURM_JOB_ID: '' }, {}, 'generated'],
  ])('the run id comes from %s and is written', (_, env, block, runId) => {
    const config = parseTelemetryConfig({ enabled: true, ...block });
    const translated = translateTelemetryEnv(config, env, { generateRunId: () => 'generated' });
    expect(translated).toMatchObject({ runId, env: { NEMO_GYM_OTEL_RUN_ID: runId }, config: { runId } });
  });

  test('a generated run id is 12 lowercase hex digits, and another one each time', () => {
    const config = parseTelemetryConfig({ enabled: true });
    const ids = Array.from({ length: 100 }, () => translateTelemetryEnv(config, {}).runId!);
    expect(ids.every((id) => /^[0-9a-f]{12}$/.test(id))).toBe(true);
    expect(new Set(ids).size).toBe(100);
  });

  test('the given environment is not changed; applyTelemetryEnv changes it, and a second time nothing', () => {
    const env: Record<string, string> = { PATH: '/bin' };
    translateTelemetryEnv(on, env);
    expect(env).toEqual({ PATH: '/bin' });
    applyTelemetryEnv(on, env);
    expect(env['NEMO_GYM_OTEL_ENABLED']).toBe('1');
    const before = { ...env };
    applyTelemetryEnv(on, Object.freeze(env));
    expect(env).toEqual(before);
  });
});

describe('explainTelemetry', () => {
  test('masks a secret and names the variables that could set it', () => {
    const explained = explainTelemetry(parseTelemetryConfig({ otlp_headers: 'authorization=hunter2' }), {});
    expect(explained.find(({ path }) => path === 'otlpHeaders')).toEqual({
      path: 'otlpHeaders',
      wireKey: 'otlp_headers',
      value: undefined,
      shown: '(hidden)',
      source: 'telemetry block',
      variables: ['OTEL_EXPORTER_OTLP_HEADERS'],
      warnings: [],
    });
    expect(JSON.stringify(explained)).not.toContain('hunter2');
  });

  test('has one entry for every field, with the warnings that belong to it', () => {
    const explained = explainTelemetry(parseTelemetryConfig({}), { NEMO_GYM_OTEL_EXPORT_RANK: 'x' });
    expect(explained.map(({ path }) => path)).toEqual(fields.map(({ path }) => path));
    expect(explained.filter(({ warnings }) => warnings.length > 0).map(({ path }) => path)).toEqual(['exportRank']);
  });
});
