import { startOtlpReceiver } from '@gym/otlp-receiver';
import { afterEach, describe, expect, test } from '@jest/globals';
import { context, diag, DiagLogLevel, metrics, propagation, ROOT_CONTEXT, trace } from '@opentelemetry/api';
import { logs } from '@opentelemetry/api-logs';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { LoggerProvider } from '@opentelemetry/sdk-logs';
import { MeterProvider } from '@opentelemetry/sdk-metrics';
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';

import { startTestSdk } from './start-test-sdk.ts';

afterEach(() => {
  for (const api of [trace, metrics, logs, context, propagation, diag]) api.disable();
});

describe('what the host has registered before', () => {
  test('every part is still there after start and shutdown, and nothing is said about it', async () => {
    const exporter = new InMemorySpanExporter();
    const said: string[] = [];
    const say = (message: string): unknown => said.push(message);
    diag.setLogger({ error: say, warn: say, info: say, debug: say, verbose: say }, DiagLogLevel.WARN);
    trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }));
    const meterProvider = new MeterProvider();
    metrics.setGlobalMeterProvider(meterProvider);
    const loggerProvider = new LoggerProvider();
    logs.setGlobalLoggerProvider(loggerProvider);
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    propagation.setGlobalPropagator({
      inject: (_, carrier) => ((carrier as Record<string, string>)['mine'] = 'yes'),
      extract: (given) => given,
      fields: () => ['mine'],
    });

    const sdk = await startTestSdk({ exporter: 'console', logsEnabled: true }, { consoleStream: process.stderr });
    await sdk.shutdown({ timeoutMs: 0 });

    trace.getTracer('host').startSpan('of the host').end();
    const carrier: Record<string, string> = {};
    propagation.inject(ROOT_CONTEXT, carrier);
    const key = Symbol('key');
    expect(exporter.getFinishedSpans().map(({ name }) => name)).toEqual(['of the host']);
    expect(metrics.getMeterProvider()).toBe(meterProvider);
    expect(logs.getLoggerProvider()).toBe(loggerProvider);
    expect(carrier).toEqual({ mine: 'yes' });
    expect(context.with(ROOT_CONTEXT.setValue(key, 1), () => context.active().getValue(key))).toBe(1);
    diag.warn('still mine');
    expect(said).toEqual(['still mine']);
    expect(sdk.lines).toEqual([]);
  });
});

test('a host that shuts the global meter provider down itself loses no point, and a second shutdown says nothing', async () => {
  const receiver = await startOtlpReceiver({ http: false });
  await using sdk = await startTestSdk({ otlpEndpoint: receiver.grpcUrl, tracesEnabled: false });
  metrics.getMeter('test').createCounter('test.counter').add(3);
  await (metrics.getMeterProvider() as MeterProvider).shutdown();
  const { signals } = await sdk.shutdown({ timeoutMs: 5000 });
  await receiver.stop();
  expect(receiver.metrics.filter(({ name }) => name === 'test.counter')).toMatchObject([{ points: [{ value: 3 }] }]);
  expect(signals.metrics).toMatchObject({ status: 'delivered', inFlight: 0 });
  expect(sdk.lines).toEqual([]);
});
