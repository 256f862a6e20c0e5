import {
  bridgeConsole,
  createPinoStream,
  getRuntime,
  getTelemetry,
  initTelemetry,
  recordServersActive,
  shutdownTelemetry,
  SpanGroup,
  withSpan,
  withVerifySpan,
} from '@gym/telemetry';
import { isTelemetryHarnessError, startOtlpReceiver, startTelemetryHarness } from '@gym/telemetry-testing';
import { describe, expect, test } from '@jest/globals';
import {
  context,
  createContextKey,
  metrics,
  propagation,
  ProxyTracerProvider,
  ROOT_CONTEXT,
  trace,
} from '@opentelemetry/api';

describe('what is captured', () => {
  test('a nested span with an error, an event and a link is plain data in the shape of the receiver', async () => {
    await using harness = await startTelemetryHarness({ serverName: 'agent', env: { OTEL_SERVICE_NAME: 'svc' } });
    const link = { traceId: '1'.repeat(32), spanId: '2'.repeat(16), traceFlags: 1 };
    const failing = (): void =>
      withSpan(SpanGroup.AGENT, 'outer', { links: [{ context: link }] }, () =>
        withSpan(SpanGroup.TOOL_CALL, 'inner', { attributes: { 'my.password': 'p', n: 7 } }, () => {
          throw new TypeError('no such city');
        }),
      );
    expect(failing).toThrow('no such city');
    await harness.flush();

    const [inner, outer] = harness.spans;
    expect(inner).toMatchObject({
      name: 'inner',
      kind: 'INTERNAL',
      traceId: outer!.traceId,
      parentSpanId: outer!.spanId,
      attributes: { 'my.password': '[REDACTED]', n: 7 },
      status: { code: 'ERROR', message: 'no such city' },
      events: [{ name: 'exception', attributes: { 'exception.type': 'TypeError' } }],
      scope: { name: 'nemo.gym' },
      flags: 1,
    });
    expect(outer).toMatchObject({
      parentSpanId: undefined,
      links: [{ traceId: '1'.repeat(32), spanId: '2'.repeat(16) }],
    });
    expect(outer!.resource).toMatchObject({ 'service.name': 'svc/agent', 'nemo.run.id': 'test-run' });
    expect(inner!.endTimeUnixNano).toBeGreaterThanOrEqual(inner!.startTimeUnixNano);
    expect(harness.spans).toHaveLength(2);
  });

  test('a gauge, a counter and a histogram', async () => {
    await using harness = await startTelemetryHarness();
    recordServersActive(3);
    const meter = metrics.getMeter('mine');
    meter.createCounter('mine.count').add(2, { kind: 'a' });
    const size = meter.createHistogram('mine.size', { advice: { explicitBucketBoundaries: [5, 6] } });
    size.record(4);
    size.record(8);
    await harness.flush();

    const byName = new Map(harness.metrics.map((metric) => [metric.name, metric]));
    expect(byName.get('gym.servers.active')).toMatchObject({ type: 'gauge', unit: '{server}', points: [{ value: 3 }] });
    expect(byName.get('mine.count')).toMatchObject({
      type: 'sum',
      temporality: 'CUMULATIVE',
      monotonic: true,
      scope: { name: 'mine' },
      points: [{ value: 2, attributes: { kind: 'a' } }],
    });
    expect(byName.get('mine.size')).toMatchObject({
      type: 'histogram',
      points: [{ count: 2, sum: 12, min: 4, max: 8, bounds: [5, 6], bucketCounts: [1, 0, 1] }],
    });
  });

  test('a log record in a span carries its ids', async () => {
    await using harness = await startTelemetryHarness();
    withSpan(SpanGroup.AGENT, 'logs', () => createPinoStream().write('{"level":40,"msg":"low on fuel"}\n'));
    await harness.flush();
    const [log] = harness.logs;
    expect(log).toMatchObject({ body: 'low on fuel', severityNumber: 13, severityText: 'WARN', flags: 1 });
    expect(log!.traceId).toBe(harness.spans[0]!.traceId);
    expect(log!.spanId).toBe(harness.spans[0]!.spanId);
  });

  test('code under test that calls initTelemetry and shutdownTelemetry: all is captured, the last metrics too', async () => {
    await using harness = await startTelemetryHarness();
    expect(await initTelemetry({ env: {} })).toBe(harness.telemetry);
    recordServersActive(1);
    withSpan(SpanGroup.AGENT, 'last', () => {});
    await shutdownTelemetry();
    await harness.flush();
    expect(harness.spans.map(({ name }) => name)).toEqual(['last']);
    expect(harness.metrics.map(({ name }) => name)).toContain('gym.servers.active');
  });

  test('span groups of { env } only', async () => {
    await using harness = await startTelemetryHarness({ env: { NEMO_GYM_OTEL_SPAN_GROUPS: 'rollout' } });
    withSpan(SpanGroup.AGENT, 'off', () => {});
    withSpan(SpanGroup.ROLLOUT, 'on', () => {});
    await harness.flush();
    expect(harness.spans.map(({ name }) => name)).toEqual(['on']);
  });
});

describe('one harness after the other', () => {
  test('three in a row: each sees its own spans only, and nothing stays registered', async () => {
    for (const name of ['first', 'second', 'third']) {
      const harness = await startTelemetryHarness();
      expect(getTelemetry().status).toBe('on');
      withSpan(SpanGroup.AGENT, name, () => {});
      withVerifySpan(() => {});
      await harness.flush();
      await harness.stop();
      await harness.stop();
      expect(harness.spans.map((span) => span.name)).toEqual([name, 'gym.verify']);
      expect(getTelemetry().status).toBe('off');
      expect(getRuntime()).toBeUndefined();
      expect(SpanGroup.AGENT.enabled).toBe(false);
      expect(trace.getTracer('x').startSpan('x').isRecording()).toBe(false);
      expect(propagation.fields()).toEqual([]);
      expect(metrics.getMeterProvider().constructor.name).toBe('NoopMeterProvider');
      const key = createContextKey('test');
      expect(context.with(ROOT_CONTEXT.setValue(key, 1), () => context.active().getValue(key))).toBeUndefined();
    }
  });

  test('the share of successful verify calls begins anew', async () => {
    for (const failing of [true, false]) {
      await using harness = await startTelemetryHarness();
      const verify = Promise.resolve().then(() =>
        withVerifySpan(() => (failing ? Promise.reject(new Error('no')) : 1)),
      );
      await Promise.allSettled([verify]);
      await harness.flush();
      const rate = harness.metrics.find(({ name }) => name === 'gym.verify.success_rate');
      expect(rate).toMatchObject({ points: [{ value: failing ? 0 : 1 }] });
    }
  });

  test('telemetry that was started off before does not stay in the way', async () => {
    expect((await initTelemetry({ env: {} })).status).toBe('off');
    await using harness = await startTelemetryHarness();
    expect(harness.telemetry.status).toBe('on');
  });

  test('a bridge put up under one harness does not keep records for the next', async () => {
    const first = await startTelemetryHarness({ env: { NEMO_GYM_OTEL_LOGS_ENABLED: '0' } });
    const stream = createPinoStream();
    stream.write('{"msg":"dropped"}');
    await first.stop();
    await using second = await startTelemetryHarness();
    stream.write('{"msg":"kept"}');
    await second.flush();
    expect(second.logs.map(({ body }) => body)).toEqual(['kept']);
    expect(first.logs).toEqual([]);
  });
});

describe('what cannot start', () => {
  test('a second harness at the same time: ALREADY_RUNNING, and the first goes on', async () => {
    await using harness = await startTelemetryHarness();
    const error: unknown = await startTelemetryHarness().catch((reason: unknown) => reason);
    expect(isTelemetryHarnessError(error)).toBe(true);
    expect(error).toMatchObject({ code: 'ALREADY_RUNNING' });
    withSpan(SpanGroup.AGENT, 'still here', () => {});
    await harness.flush();
    expect(harness.spans).toHaveLength(1);
  });

  test('NEMO_GYM_OTEL_ENABLED=0 in { env }: NOT_STARTED, and the next one starts', async () => {
    await expect(startTelemetryHarness({ env: { NEMO_GYM_OTEL_ENABLED: '0' } })).rejects.toMatchObject({
      code: 'NOT_STARTED',
      message: 'telemetry is off',
    });
    await using harness = await startTelemetryHarness();
    expect(harness.telemetry.status).toBe('on');
  });

  test('another OpenTelemetry SDK is registered: NOT_STARTED says so', async () => {
    trace.setGlobalTracerProvider({ getTracer: () => new ProxyTracerProvider().getTracer('other') });
    try {
      const error: unknown = await startTelemetryHarness().catch((reason: unknown) => reason);
      expect(isTelemetryHarnessError(error)).toBe(true);
      expect(String(error)).toContain('telemetry is adopted\ninfo: another OpenTelemetry SDK is registered');
    } finally {
      trace.disable();
    }
  });
});

test('startOtlpReceiver is the one of @gym/otlp-receiver', async () => {
  const receiver = await startOtlpReceiver({ grpc: false });
  expect(receiver.httpUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  await receiver.stop();
});

test('console is bridged in a harness', async () => {
  const { debug } = console;
  console.debug = () => {};
  const undo = bridgeConsole();
  await using harness = await startTelemetryHarness();
  console.debug('%d of %s', 1, { two: 2n });
  undo();
  console.debug = debug;
  await harness.flush();
  expect(harness.logs).toMatchObject([{ body: '1 of { two: 2n }', severityText: 'DEBUG' }]);
});
