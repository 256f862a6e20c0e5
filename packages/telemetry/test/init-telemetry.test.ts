import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

import type * as Telemetry from '@gym/telemetry';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { context, metrics, propagation, trace } from '@opentelemetry/api';

type Options = Telemetry.InitTelemetryOptions;
type Module = typeof Telemetry;

let telemetry: Module;
let lines: string[];
const log: Telemetry.LogSink = (level, message) => lines.push(`${level}: ${message}`);
const on = {
  NEMO_GYM_OTEL_ENABLED: '1',
  NEMO_GYM_OTEL_EXPORTER: 'console',
  NEMO_GYM_OTEL_METRICS_ENABLED: '0',
  NEMO_GYM_OTEL_RUN_ID: 'r',
};

beforeEach(async () => {
  jest.resetModules();
  telemetry = await import('@gym/telemetry');
  lines = [];
});

afterEach(async () => {
  await telemetry.shutdownTelemetry();
  for (const api of [trace, context, propagation, metrics]) api.disable();
});

function init(options: Options): Promise<Telemetry.Telemetry> {
  return telemetry.initTelemetry({ exitHooks: false, log, ...options });
}

describe('off', () => {
  test('nothing in the environment: the SDK is not loaded and nothing is said', async () => {
    const loadSdk = jest.fn<() => Promise<unknown>>();
    expect((await init({ env: {}, loadSdk })).status).toBe('off');
    expect(loadSdk).not.toHaveBeenCalled();
    expect(lines).toEqual([]);
    expect(telemetry.getRuntime()).toBeUndefined();
  });

  test('ENABLED=maybe is one warning and off', async () => {
    expect((await init({ env: { ...on, NEMO_GYM_OTEL_ENABLED: 'maybe' } })).status).toBe('off');
    expect(lines).toEqual([
      'warn: NEMO_GYM_OTEL_ENABLED: expected true or false (also 1/0, yes/no, on/off), received "maybe"; telemetry is off',
    ]);
  });

  test('other bad values are not worth a line while telemetry is off', async () => {
    await init({ env: { NEMO_GYM_OTEL_EXPORTER: 'file' } });
    expect(lines).toEqual([]);
  });
});

describe('without a usable SDK', () => {
  const missing = Object.assign(new Error("Cannot find package '@gym/telemetry-sdk' imported from x"), {
    code: 'ERR_MODULE_NOT_FOUND',
  });

  test.each([
    ['not installed', missing, 'debug: telemetry is enabled, but @gym/telemetry-sdk is not installed: off'],
    ['broken', new Error('boom'), 'warn: @gym/telemetry-sdk could not be loaded, telemetry is off: boom'],
    [
      'a missing dependency of it',
      Object.assign(new Error("Cannot find package '@opentelemetry/core'"), { code: 'ERR_MODULE_NOT_FOUND' }),
      "warn: @gym/telemetry-sdk could not be loaded, telemetry is off: Cannot find package '@opentelemetry/core'",
    ],
  ])('%s: one line, and off', async (_, error, line) => {
    const { status } = await init({ env: on, loadSdk: () => Promise.reject(error) });
    expect(status).toBe('unavailable');
    expect(lines).toEqual([line]);
    expect(telemetry.SpanGroup.ROLLOUT.enabled).toBe(false);
  });

  test('an SDK that fails to start: one warning, and off', async () => {
    const loadSdk = () => Promise.resolve({ startSdk: () => Promise.reject(new Error('no ports left')) });
    expect((await init({ env: on, loadSdk })).status).toBe('off');
    expect(lines).toEqual(['warn: telemetry could not be started and is off: no ports left']);
  });

  test('a log sink that throws breaks nothing', async () => {
    const broken: Telemetry.LogSink = () => {
      throw new Error('logger');
    };
    expect((await init({ env: on, log: broken, loadSdk: () => Promise.reject(new Error('x')) })).status).toBe(
      'unavailable',
    );
  });
});

describe('on', () => {
  test('says service, exporter, run and groups in one line, and switches the groups', async () => {
    const handle = await init({ env: on, serverName: 'agent' });
    expect(handle).toMatchObject({
      status: 'on',
      runId: 'r',
      spanGroups: ['job', 'server', 'http_client', 'rollout', 'startup'],
    });
    expect(lines).toEqual([
      'info: on: service nemo-gym/agent, console, run r, span groups job,server,http_client,rollout,startup',
    ]);
    expect(telemetry.SpanGroup.ROLLOUT.enabled).toBe(true);
    expect(telemetry.getTelemetry()).toBe(handle);
  });

  test('a second call returns the first handle, also while the first is under way', async () => {
    const [first, second] = await Promise.all([init({ env: on }), init({ env: {} })]);
    expect(second).toBe(first);
  });

  test('an unknown span group is a warning with the nearest name', async () => {
    await init({ env: { ...on, NEMO_GYM_OTEL_SPAN_GROUPS: 'rolout' } });
    expect(lines[0]).toBe('warn: span group "rolout" is unknown and ignored, did you mean "rollout"?');
  });

  test('shutdown switches everything off, unregisters, and a second one gives the same report', async () => {
    await init({ env: on });
    const report = await telemetry.shutdownTelemetry();
    expect(await telemetry.shutdownTelemetry()).toBe(report);
    expect(telemetry.getRuntime()).toBeUndefined();
    expect(telemetry.SpanGroup.ROLLOUT.enabled).toBe(false);
    expect(trace.getTracer('x').startSpan('y').isRecording()).toBe(false);
  });

  test.each([
    ['OTEL_SDK_DISABLED', { OTEL_SDK_DISABLED: 'true' }],
    ['all signals off', { NEMO_GYM_OTEL_TRACES_ENABLED: '0', NEMO_GYM_OTEL_METRICS_ENABLED: '0' }],
  ])('%s: no span, but trace context goes through', async (_, env) => {
    const handle = await init({ env: { ...on, ...env } });
    expect(handle).toMatchObject({ status: 'propagating', spanGroups: [] });
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const out: Record<string, string> = {};
    context.with(propagation.extract(context.active(), { traceparent }), () =>
      propagation.inject(context.active(), out),
    );
    expect(out['traceparent']).toBe(traceparent);
    expect(telemetry.SpanGroup.ROLLOUT.enabled).toBe(false);
  });
});

describe('another SDK is registered', () => {
  test('its tracer is used, and it is neither replaced nor shut down', async () => {
    const names: string[] = [];
    const foreign = {
      getTracer: () => ({
        startSpan: (name: string) => (
          names.push(name),
          trace.wrapSpanContext({ traceId: '1'.repeat(32), spanId: '2'.repeat(16), traceFlags: 1 })
        ),
      }),
    };
    trace.setGlobalTracerProvider(foreign as never);
    const loadSdk = jest.fn<() => Promise<unknown>>();
    const handle = await init({ env: on, loadSdk });
    expect(handle.status).toBe('adopted');
    expect(lines).toEqual([
      'info: another OpenTelemetry SDK is registered: its providers are used, and left to it to shut down; run r',
    ]);
    telemetry.withRolloutSpan(() => {});
    await telemetry.shutdownTelemetry();
    telemetry.withRolloutSpan(() => {});
    expect(names).toEqual(['gym.rollout']);
    expect(loadSdk).not.toHaveBeenCalled();
    expect((trace.getTracerProvider() as unknown as { getDelegate(): unknown }).getDelegate()).toBe(foreign);
  });
});

test.each([
  [{}, 'off'],
  [{ workerThreads: true }, 'on'],
])('in a worker thread initTelemetry(%j) is %s', async (workerData, status) => {
  const loader = new URL('../../../scripts/ts-loader.mjs', import.meta.url).href;
  const worker = new Worker(new URL('fixtures/worker-thread.ts', import.meta.url), {
    workerData,
    env: on,
    execArgv: ['--import', loader, '--conditions=@gym/source'],
  });
  expect(await once(worker, 'message')).toEqual([status]);
});
