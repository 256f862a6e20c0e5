import {
  defaultTelemetryConfig,
  defineTelemetryConfig,
  isTelemetryConfigError,
  parseTelemetryConfig,
  safeParseTelemetryConfig,
  TelemetryConfigError,
} from '@gym/telemetry-config';
import { describe, expect, test } from '@jest/globals';

const defaults = {
  enabled: false,
  serviceName: 'nemo-gym',
  serviceNamePerServer: true,
  spanGroups: 'default',
  exportStrategy: 'all_ranks',
  exportRank: -1,
  exportSampleRate: 1,
  tracesEnabled: true,
  metricsEnabled: true,
  logsEnabled: false,
  exporter: 'otlp',
  otlpEndpoint: undefined,
  otlpProtocol: undefined,
  otlpHeaders: undefined,
  instrumentHttpClient: true,
  runId: undefined,
  memoryProfiling: { enabled: false, intervalSeconds: 1 },
};

function issuesOf(block: unknown): string[] {
  const result = safeParseTelemetryConfig(block);
  return result.ok ? [] : result.issues.map((issue) => issue.message);
}

describe('an absent block', () => {
  test.each([[undefined], [null], [{}]])('%p gives all defaults', (block) => {
    expect(parseTelemetryConfig(block)).toEqual(defaults);
    expect(defaultTelemetryConfig()).toEqual(defaults);
  });

  test.each([
    ['a section of null', { memory_profiling: null }],
    ['null fields', { enabled: null, run_id: null }],
  ])('%s gives all defaults', (_, block) => expect(parseTelemetryConfig(block)).toEqual(defaults));
});

describe('accepted values', () => {
  test.each<readonly [block: object, expected: object]>([
    [{ enabled: true }, { enabled: true }],
    ...['true', '1', 'yes', 'on', 'YES', ' On '].map((word) => [{ enabled: word }, { enabled: true }] as const),
    ...['false', '0', 'no', 'off', 'No'].map((word) => [{ metrics_enabled: word }, { metricsEnabled: false }] as const),
    [{ enabled: 1 }, { enabled: true }],
    [{ service_name: ' my gym ' }, { serviceName: 'my gym' }],
    [{ span_groups: 'default, Verify ,,agent' }, { spanGroups: 'default,verify,agent' }],
    [{ span_groups: ['per_rollout', 'job'] }, { spanGroups: 'per_rollout,job' }],
    [{ exporter: 'Console' }, { exporter: 'console' }],
    [{ export_rank: -1 }, { exportRank: -1 }],
    [{ export_rank: '3' }, { exportRank: 3 }],
    [{ export_sample_rate: 0 }, { exportSampleRate: 0 }],
    [{ export_sample_rate: '1e-1' }, { exportSampleRate: 0.1 }],
    [{ otlp_endpoint: 'http://collector:4317' }, { otlpEndpoint: 'http://collector:4317' }],
    [{ otlp_endpoint: 'collector:4317' }, { otlpEndpoint: 'collector:4317' }],
    [{ otlp_endpoint: '' }, { otlpEndpoint: undefined }],
    [{ otlp_protocol: 'HTTP/protobuf' }, { otlpProtocol: 'http/protobuf' }],
    [{ otlp_headers: 'a=b,c=d%20e' }, { otlpHeaders: 'a=b,c=d%20e' }],
    [{ instrument_aiohttp: false }, { instrumentHttpClient: false }],
    [{ instrument_undici: false }, { instrumentHttpClient: false }],
    [{ instrument_undici: 'no', instrument_aiohttp: false }, { instrumentHttpClient: false }],
    [{ run_id: 'r1' }, { runId: 'r1' }],
    [
      { memory_profiling: { enabled: true, interval_seconds: 0.5 } },
      { memoryProfiling: { enabled: true, intervalSeconds: 0.5 } },
    ],
  ])('%j is read as %j', (block, expected) => {
    expect(parseTelemetryConfig(block)).toEqual({ ...defaults, ...expected });
  });
});

describe('refused values', () => {
  test.each([
    [
      true,
      'telemetry: expected a mapping of settings, received a boolean; write "enabled: true" below it to turn telemetry on',
    ],
    [
      [],
      'telemetry: expected a mapping of settings, received a list; write "enabled: true" below it to turn telemetry on',
    ],
    [{ enabled: 'maybe' }, 'enabled: expected true or false (also 1/0, yes/no, on/off), received "maybe"'],
    [{ enabled: 2 }, 'enabled: expected true or false (also 1/0, yes/no, on/off), received 2'],
    [{ service_name: ' ' }, 'service_name: expected a non-empty string, received " "'],
    [{ run_id: 123 }, 'run_id: expected a non-empty string, received 123'],
    [{ span_groups: [] }, 'span_groups: expected a comma list or an array of names, received a list'],
    [{ span_groups: [1] }, 'span_groups: expected a comma list or an array of names, received a list'],
    [{ exporter: 'file' }, 'exporter: expected one of otlp, console, received "file"'],
    [{ export_rank: -2 }, 'export_rank: expected an integer of at least -1, received -2'],
    [{ export_rank: 1.5 }, 'export_rank: expected an integer of at least -1, received 1.5'],
    [{ export_rank: '1x' }, 'export_rank: expected an integer of at least -1, received "1x"'],
    [{ export_sample_rate: 1.0001 }, 'export_sample_rate: expected a number from 0 to 1, received 1.0001'],
    [{ export_sample_rate: -0.0001 }, 'export_sample_rate: expected a number from 0 to 1, received -0.0001'],
    [{ export_sample_rate: Number.NaN }, 'export_sample_rate: expected a number from 0 to 1, received NaN'],
    [{ export_sample_rate: '0x1' }, 'export_sample_rate: expected a number from 0 to 1, received "0x1"'],
    [
      { memory_profiling: { interval_seconds: 0 } },
      'memory_profiling.interval_seconds: expected a number above 0, received 0',
    ],
    [{ memory_profiling: true }, 'memory_profiling: expected a mapping, received a boolean'],
    [
      { otlp_endpoint: 'two words' },
      'otlp_endpoint: expected a URL such as http://localhost:4317, received "two words"',
    ],
    [{ otlp_protocol: 'udp' }, 'otlp_protocol: expected one of grpc, http/protobuf, http/json, received "udp"'],
    [
      { instrument_aiohttp: true, instrument_undici: false },
      'instrument_undici: expected the same value as instrument_aiohttp (true), received false; set only one of the two',
    ],
  ])('%j is refused: %s', (block, message) => expect(issuesOf(block)).toEqual([message]));

  test('all problems come in one error', () => {
    const parse = () => parseTelemetryConfig({ enabled: 'x', exporter: 3, memory_profiling: { enabled: 'y' } });
    expect(parse).toThrow(TelemetryConfigError);
    const error = catchError(parse);
    expect(isTelemetryConfigError(error)).toBe(true);
    expect((error as TelemetryConfigError).issues.map((issue) => issue.path)).toEqual([
      'enabled',
      'exporter',
      'memory_profiling.enabled',
    ]);
    expect((error as Error).message).toMatch(/^The telemetry block has 3 problems:\n {2}- enabled: /);
  });

  test('a secret is named, never shown', () => {
    const text = JSON.stringify(safeParseTelemetryConfig({ otlp_headers: 'authorization Bearer hunter2' }));
    expect(text).toContain('otlp_headers: expected a list k=v,k=v with percent-encoded values, received (hidden)');
    expect(text).not.toContain('hunter2');
  });

  test('the password and the query of an endpoint are not shown', () => {
    expect(issuesOf({ otlp_endpoint: 'http://me:hunter2@host /?token=hunter3' })).toEqual([
      'otlp_endpoint: expected a URL such as http://localhost:4317, received "http://(hidden)@host /?(hidden)"',
    ]);
  });

  test('a long value is shortened to 80 characters', () => {
    expect(issuesOf({ exporter: 'x'.repeat(500) })[0]).toHaveLength(
      'exporter: expected one of otlp, console, received ""'.length + 83,
    );
  });
});

describe('unknown keys', () => {
  test.each([
    ['service_nam', '; ignored, did you mean "service_name"?'],
    ['serviceName', '; ignored, did you mean "service_name"?'],
    ['SPAN-GROUPS', '; ignored, did you mean "span_groups"?'],
    ['cpu_sampling_enabled', '; ignored'],
    ['constructor', '; ignored'],
  ])('%s is a warning%s', (key, then) => {
    const result = safeParseTelemetryConfig({ [key]: 1, enabled: true });
    expect(result.ok).toBe(true);
    expect(result.warnings.map((warning) => warning.message)).toEqual([
      `${key}: expected a known key, received an unknown one${then}`,
    ]);
  });

  test('a key "__proto__" from YAML is a warning and pollutes nothing', () => {
    const result = safeParseTelemetryConfig(
      JSON.parse('{"__proto__": {"enabled": true}, "memory_profiling": {"__proto__": 1}}'),
    );
    expect(result.warnings.map((warning) => warning.path)).toEqual(['__proto__', 'memory_profiling.__proto__']);
    expect(result).toMatchObject({ ok: true, config: { enabled: false } });
  });
});

describe('defineTelemetryConfig', () => {
  test('{ spanGroups: ["default", "verify"] } is typed and resolved', () => {
    const config = defineTelemetryConfig({
      enabled: true,
      spanGroups: ['default', 'verify'],
      memoryProfiling: { enabled: true },
    });
    expect(config).toEqual({
      ...defaults,
      enabled: true,
      spanGroups: 'default,verify',
      memoryProfiling: { enabled: true, intervalSeconds: 1 },
    });
  });

  test('wrong types are compile errors, and errors at run time', () => {
    // @ts-expect-error exporter is a word of a list
    expect(() => defineTelemetryConfig({ exporter: 'file' })).toThrow(TelemetryConfigError);
    // @ts-expect-error a number is no boolean for the type
    expect(defineTelemetryConfig({ enabled: 1 }).enabled).toBe(true);
  });

  test('the result is frozen, at every level', () => {
    const config = defineTelemetryConfig();
    expect(Object.isFrozen(config) && Object.isFrozen(config.memoryProfiling)).toBe(true);
  });
});

function catchError(fn: () => unknown): unknown {
  try {
    fn();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}
