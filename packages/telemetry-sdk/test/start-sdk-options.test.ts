import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { startOtlpReceiver } from '@gym/otlp-receiver';
import { describe, expect, test } from '@jest/globals';
import { context, diag, metrics, trace } from '@opentelemetry/api';
import { logs } from '@opentelemetry/api-logs';
import { ExportResultCode, isTracingSuppressed } from '@opentelemetry/core';
import { InMemoryLogRecordExporter } from '@opentelemetry/sdk-logs';
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import { InMemorySpanExporter, type SpanExporter } from '@opentelemetry/sdk-trace';

import { startTestSdk } from './start-test-sdk.ts';

const nowhere = { otlpEndpoint: 'http://127.0.0.1:1', otlpProtocol: 'http/protobuf' } as const;

describe('startSdk with exporters of the caller', () => {
  test('they take the place of the built-in ones and get everything at shutdown', async () => {
    const spanExporter = new InMemorySpanExporter();
    const metricExporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
    const logRecordExporter = new InMemoryLogRecordExporter();
    await using sdk = await startTestSdk(
      { ...nowhere, logsEnabled: true },
      {
        spanExporter,
        logRecordExporter,
        metricReader: new PeriodicExportingMetricReader({ exporter: metricExporter }),
      },
    );
    trace.getTracer('t').startSpan('a').end();
    logs.getLogger('t').emit({ body: 'b' });
    metrics.getMeter('t').createCounter('c').add(1);
    await sdk.forceFlush({ timeoutMs: 5000 });
    const collected = metricExporter.getMetrics()[0]?.scopeMetrics.flatMap((scope) => scope.metrics) ?? [];
    expect(spanExporter.getFinishedSpans().map(({ name }) => name)).toEqual(['a']);
    expect(logRecordExporter.getFinishedLogRecords().map(({ body }) => body)).toEqual(['b']);
    expect(collected.map(({ descriptor }) => descriptor.name)).toContain('c');
    expect(sdk.exporterDescription).toBe('custom');
  });

  test('an exporter runs with tracing suppressed, so that its own requests make no spans', async () => {
    const seen: boolean[] = [];
    const spanExporter: SpanExporter = {
      export: (_spans, done) => {
        seen.push(isTracingSuppressed(context.active()));
        done({ code: ExportResultCode.SUCCESS });
      },
      shutdown: () => Promise.resolve(),
    };
    await using sdk = await startTestSdk({ metricsEnabled: false }, { spanExporter });
    trace.getTracer('t').startSpan('a').end();
    await sdk.forceFlush({ timeoutMs: 5000 });
    expect(seen).toEqual([true]);
  });

  test.each([
    [
      'throws',
      {
        export: () => {
          throw new TypeError('secret');
        },
      },
    ],
    [
      'fails',
      {
        export: (_spans: unknown, done: (result: { code: number; error: Error }) => void) =>
          done({ code: 1, error: new TypeError('secret') }),
      },
    ],
  ])('an exporter that %s is counted, and its text is not logged', async (_word, partial) => {
    const spanExporter = { ...partial, shutdown: () => Promise.reject(new Error('x')) } as unknown as SpanExporter;
    await using sdk = await startTestSdk({ metricsEnabled: false }, { spanExporter });
    trace.getTracer('t').startSpan('a').end();
    const report = await sdk.shutdown({ timeoutMs: 1000 });
    expect(report.signals.traces.dropped).toEqual({ export_failed: 1 });
    expect(sdk.lines[0]).toMatch(/: TypeError$/);
    expect(sdk.lines.join()).not.toContain('secret');
  });
});

describe('startSdk and export strategies', () => {
  const rank1of2 = { RANK: '1', WORLD_SIZE: '2' };

  test('export_rank 0 on rank 1 exports nothing and still propagates', async () => {
    await using sdk = await startTestSdk({ exportStrategy: 'single_rank', exportRank: 0 }, { env: rank1of2 });
    expect(sdk.exporting).toEqual({ traces: false, metrics: false, logs: false });
    expect(sdk.exporterDescription).toBe('none');
    expect(trace.getTracer('t').startSpan('a').isRecording()).toBe(false);
    const { signals } = await sdk.shutdown({ timeoutMs: 1000 });
    expect(signals.traces.status).toBe('off');
  });

  test('a decision of the caller takes the place of the strategy and sees rank and run id', async () => {
    const seen: unknown[] = [];
    const exportDecision = (candidate: object): boolean => {
      seen.push(candidate);
      return true;
    };
    const options = { env: rank1of2, exportDecision };
    await using sdk = await startTestSdk({ ...nowhere, exportStrategy: 'single_rank', exportRank: 0 }, options);
    expect(sdk.exporting).toEqual({ traces: true, metrics: true, logs: false });
    expect(seen).toEqual([{ rank: 1, worldSize: 2, localRank: 0, runId: 'run-1' }]);
  });
});

describe('startSdk and its log', () => {
  test('OTEL_CONFIG_FILE is warned about, and a wrong general setting is warned about once for all signals', async () => {
    const env = { OTEL_CONFIG_FILE: '/x.yaml', OTEL_EXPORTER_OTLP_TIMEOUT: '5s' };
    await using sdk = await startTestSdk({ ...nowhere, logsEnabled: true }, { env });
    expect(sdk.lines).toEqual([
      'warn telemetry: OTEL_CONFIG_FILE: declarative configuration is not supported; the file is not read',
      'warn telemetry: OTEL_EXPORTER_OTLP_TIMEOUT: expected whole milliseconds, 0 for no limit, received "5s"; ignored',
    ]);
  });

  test('a log that throws reaches neither the caller nor the maker of a span', async () => {
    const log = (): void => {
      throw new Error('the log is broken');
    };
    const env = { OTEL_BSP_MAX_QUEUE_SIZE: '1', OTEL_CONFIG_FILE: '/x.yaml' };
    await using sdk = await startTestSdk({ ...nowhere, metricsEnabled: false }, { env, log });
    const tracer = trace.getTracer('t');
    for (let i = 0; i < 3; i++) tracer.startSpan('a').end();
    const report = await sdk.shutdown({ timeoutMs: 100 });
    expect(report.signals.traces).toMatchObject({ produced: 3, dropped: { queue_full: 2, deadline: 1 } });
  });

  test('a warning of OpenTelemetry itself is logged once per text', async () => {
    await using sdk = await startTestSdk(nowhere);
    diag.warn('odd');
    diag.warn('odd');
    diag.info('fine');
    expect(sdk.lines).toEqual(['warn telemetry: odd']);
  });
});

describe('startSdk and what is there already', () => {
  test('a diag logger of the host stays', async () => {
    const heard: string[] = [];
    const ignore = (): void => {};
    const warn = (message: string): void => void heard.push(message);
    diag.setLogger({ error: ignore, warn, info: ignore, debug: ignore, verbose: ignore });
    const sdk = await startTestSdk({ ...nowhere, metricsEnabled: false });
    diag.warn('first');
    await sdk.shutdown({ timeoutMs: 0 });
    diag.warn('second');
    diag.disable();
    expect(heard).toEqual(['first', 'second']);
    expect(sdk.lines).toEqual([]);
  });

  test.each([
    ['http/protobuf', { http2: false, logs: false }],
    ['grpc', { http2: true, logs: false }],
  ])('%s loads its own transport only, and nothing for logs, which are off: %j', async (protocol, loaded) => {
    const script = `
      import { createRequire } from 'node:module';
      import { defineTelemetryConfig } from '@gym/telemetry-config';
      import { startSdk } from '@gym/telemetry-sdk';
      const config = defineTelemetryConfig({ enabled: true, otlpProtocol: '${protocol}' });
      await startSdk({ config, runId: 'r', env: {}, log: () => {} });
      const logs = Object.keys(createRequire(import.meta.url).cache).some((file) => file.includes('sdk-logs'));
      console.log(JSON.stringify({ http2: process.moduleLoadList.includes('NativeModule http2'), logs }));
    `;
    const loader = new URL('../../../scripts/ts-loader.mjs', import.meta.url).href;
    const options = ['--import', loader, '--conditions=@gym/source', '--input-type=module', '--eval', script];
    const cwd = fileURLToPath(new URL('..', import.meta.url));
    const { stdout } = await promisify(execFile)(process.execPath, options, { cwd });
    expect(JSON.parse(stdout)).toEqual(loaded);
  });
});

describe('startSdk and metrics', () => {
  test('OTEL_METRIC_EXPORT_INTERVAL=20 exports again and again, and the ledger is among the metrics', async () => {
    const receiver = await startOtlpReceiver();
    const env = { OTEL_METRIC_EXPORT_INTERVAL: '20' };
    await using sdk = await startTestSdk({ otlpEndpoint: receiver.grpcUrl, otlpProtocol: 'grpc' }, { env });
    trace.getTracer('t').startSpan('a').end();
    await receiver.waitFor(({ requests }) => requests.length >= 4);
    await sdk.shutdown({ timeoutMs: 5000 });
    await receiver.stop();
    const produced = receiver.metrics.findLast(({ name }) => name === 'gym.telemetry.items.produced');
    expect(produced).toMatchObject({ type: 'sum', monotonic: true, unit: '{item}' });
    expect(produced?.points.find(({ attributes }) => attributes['signal'] === 'traces')).toMatchObject({ value: 1 });
    expect(sdk.lines).toEqual([]);
  });

  test('while a collection is on its way no other is made, and a collector that heals gets the sum', async () => {
    const receiver = await startOtlpReceiver();
    receiver.setFault({ kind: 'status' });
    const env = { OTEL_METRIC_EXPORT_INTERVAL: '10' };
    await using sdk = await startTestSdk({ otlpEndpoint: receiver.httpUrl, otlpProtocol: 'http/protobuf' }, { env });
    const counter = metrics.getMeter('t').createCounter('c');
    for (let i = 0; i < 20; i++) {
      counter.add(1);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    const { inFlight, produced } = sdk.counts().metrics;
    receiver.setFault(undefined);
    const report = await sdk.shutdown({ timeoutMs: 10_000 });
    await receiver.stop();
    expect(produced).toBe(inFlight);
    expect(receiver.metrics.findLast(({ name }) => name === 'c')?.points).toMatchObject([{ value: 20 }]);
    expect(report.signals.metrics.status).toBe('delivered');
  });

  test('an observable callback that never settles costs the deadline only', async () => {
    const receiver = await startOtlpReceiver();
    await using sdk = await startTestSdk({ otlpEndpoint: receiver.grpcUrl, otlpProtocol: 'grpc' });
    metrics
      .getMeter('t')
      .createObservableGauge('g')
      .addCallback(() => new Promise(() => {}));
    trace.getTracer('t').startSpan('a').end();
    const report = await sdk.shutdown({ timeoutMs: 500 });
    await receiver.stop();
    expect(report).toMatchObject({ timedOut: true, signals: { traces: { status: 'delivered', exported: 1 } } });
  });
});
