import { startOtlpReceiver, type OtlpReceiver, type ReceivedSpan } from '@gym/otlp-receiver';
import { beginFleetStartup, beginServerStartup, getTelemetry, initTelemetry, shutdownTelemetry } from '@gym/telemetry';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';

test('without telemetry a fleet and a server start as always, and the spawn time alone is handed on', () => {
  const fleet = beginFleetStartup({});
  fleet.stage('load_config');
  const server = fleet.server('s');
  server.ready();
  fleet.finish();
  beginServerStartup(server.env).finish();
  expect(Object.keys(server.env)).toEqual(['NEMO_GYM_STARTUP_SPAWN_NS']);
});

describe('with telemetry on', () => {
  let receiver: OtlpReceiver;
  beforeAll(async () => {
    receiver = await startOtlpReceiver({ grpc: false });
    await initTelemetry({
      serverName: 'server-a',
      serverType: 'resources_servers',
      exitHooks: false,
      log: () => {},
      env: {
        NEMO_GYM_OTEL_ENABLED: '1',
        NEMO_GYM_OTEL_SPAN_GROUPS: 'startup',
        OTEL_EXPORTER_OTLP_ENDPOINT: receiver.httpUrl,
        OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf',
      },
    });
  });
  beforeEach(() => receiver.reset());
  afterAll(async () => {
    await shutdownTelemetry();
    await receiver.stop();
  });

  const flush = async (): Promise<readonly ReceivedSpan[]> => {
    await getTelemetry().forceFlush();
    return receiver.spans;
  };
  const parentNames = (spans: readonly ReceivedSpan[]): Record<string, string | undefined> =>
    Object.fromEntries(
      spans.map((span) => [span.name, spans.find(({ spanId }) => spanId === span.parentSpanId)?.name]),
    );

  test('the start of a fleet is one trace, over supervisor and server', async () => {
    const fleet = beginFleetStartup({});
    fleet.stage('load_config');
    fleet.stage('spawn_servers');
    const starting = fleet.server('server-a', 'resources_servers');
    const server = beginServerStartup(starting.env);
    server.stage('init_telemetry');
    server.stage('setup_webserver');
    server.finish();
    starting.ready();
    fleet.finish();
    fleet.finish();
    const spans = await flush();
    expect(parentNames(spans)).toEqual({
      'gym.startup': undefined,
      'gym.startup.load_config': 'gym.startup',
      'gym.startup.spawn_servers': 'gym.startup',
      'gym.startup.server': 'gym.startup',
      'gym.server.startup': 'gym.startup.server',
      'gym.server.startup.interpreter_start': 'gym.server.startup',
      'gym.server.startup.init_telemetry': 'gym.server.startup',
      'gym.server.startup.setup_webserver': 'gym.server.startup',
    });
    expect(spans).toHaveLength(8);
    expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
    expect(spans.find(({ name }) => name === 'gym.server.startup.setup_webserver')?.attributes).toEqual({
      'nemo.gym.server.name': 'server-a',
      'nemo.gym.server.type': 'resources_servers',
      'nemo.gym.server.worker': false,
      'nemo.gym.startup.stage': 'setup_webserver',
      'process.pid': process.pid,
    });
  });

  test('stages are contiguous and begin at the spawn time; a set-up time adds venv_setup', async () => {
    const spawned = BigInt(Math.round(performance.timeOrigin)) * 1_000_000n - 5_000_000_000n;
    const server = beginServerStartup({
      NEMO_GYM_STARTUP_SPAWN_NS: String(spawned),
      NEMO_GYM_STARTUP_SETUP_DONE_NS: String(spawned + 2_000_000_000n),
    });
    server.stage('load_config');
    server.finish();
    const spans = await flush();
    const stages = spans.filter(({ attributes }) => 'nemo.gym.startup.stage' in attributes);
    expect(stages.map(({ name }) => name.replace('gym.server.startup.', ''))).toEqual([
      'venv_setup',
      'interpreter_start',
      'load_config',
    ]);
    expect(stages[0]?.startTimeUnixNano).toBe(spawned);
    expect(stages[0]?.endTimeUnixNano).toBe(spawned + 2_000_000_000n);
    expect(stages[1]?.startTimeUnixNano).toBe(stages[0]?.endTimeUnixNano);
    expect(stages[2]?.startTimeUnixNano).toBe(stages[1]?.endTimeUnixNano);
  });

  test.each([
    ['NEMO_GYM_STARTUP_TRACEPARENT', { TRACEPARENT: `00-${'2'.repeat(32)}-${'2'.repeat(16)}-01` }],
    ['TRACEPARENT', {}],
  ])('%s in the environment is the parent', async (variable, others) => {
    const traceId = '1'.repeat(32);
    beginServerStartup({ ...others, [variable]: `00-${traceId}-${'3'.repeat(16)}-01` }).finish();
    expect((await flush())[0]).toMatchObject({ traceId });
  });

  test.each(['', 'garbage', `00-${'0'.repeat(32)}-${'0'.repeat(16)}-01`])(
    'a traceparent %p makes a root',
    async (traceparent) => {
      beginServerStartup({ NEMO_GYM_STARTUP_TRACEPARENT: traceparent }).finish();
      const root = (await flush()).find(({ name }) => name === 'gym.server.startup');
      expect(root?.parentSpanId).toBeUndefined();
    },
  );

  test('a start that failed is marked, on both sides', async () => {
    const fleet = beginFleetStartup({});
    beginServerStartup(fleet.server('server-a').env).finish(new Error('port taken'));
    fleet.finish(new Error('server-a failed'));
    const failed = (await flush()).filter(({ status }) => status.code === 'ERROR');
    expect(failed.map(({ name, status }) => [name, status.message])).toEqual([
      ['gym.server.startup', 'port taken'],
      ['gym.startup', 'server-a failed'],
    ]);
  });

  test('durations are metrics of their own, whatever the span groups', async () => {
    const fleet = beginFleetStartup({});
    fleet.server('server-b', 'resources_servers').ready();
    await flush();
    const names = new Map(receiver.metrics.map((metric) => [metric.name, metric]));
    expect(names.get('gym.server.startup_duration_ms')).toMatchObject({
      unit: 'ms',
      points: expect.arrayContaining([
        expect.objectContaining({
          attributes: { 'nemo.gym.server.name': 'server-b', 'nemo.gym.server.type': 'resources_servers' },
        }),
      ]),
    });
    expect(names.get('gym.server.startup_stage_duration_ms')).toMatchObject({ unit: 'ms' });
  });
});
