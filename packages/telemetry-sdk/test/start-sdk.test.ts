import { startOtlpReceiver } from '@gym/otlp-receiver';
import { describe, expect, test } from '@jest/globals';
import {
  context,
  metrics,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  ValueType,
} from '@opentelemetry/api';
import { logs, SeverityNumber } from '@opentelemetry/api-logs';

import { startTestSdk } from './start-test-sdk.ts';

const protocols = ['grpc', 'http/protobuf', 'http/json'] as const;

describe.each(protocols)('startSdk with otlp_protocol %s against a real receiver', (otlpProtocol) => {
  test('a span with every field arrives as it was made', async () => {
    const receiver = await startOtlpReceiver();
    const otlpEndpoint = otlpProtocol === 'grpc' ? receiver.grpcUrl : receiver.httpUrl;
    const sdk = await startTestSdk(
      { otlpProtocol, otlpEndpoint, serviceName: 'gym', otlpHeaders: 'X-Key=a%20b' },
      { serverName: 'weather', serverType: 'resources_servers' },
    );
    const tracer = trace.getTracer('scope', '1.2.3');
    const parent = tracer.startSpan('parent', { kind: SpanKind.SERVER, startTime: [1_700_000_000, 123_456_789] });
    const child = tracer.startSpan(
      'child é',
      {
        kind: SpanKind.CLIENT,
        attributes: { text: 'x', int: 7, negative: -7, float: 1.5, big: 2 ** 40, yes: true, list: ['a', 'b'] },
        links: [{ context: parent.spanContext(), attributes: { why: 'test' } }],
      },
      trace.setSpan(ROOT_CONTEXT, parent),
    );
    child.addEvent('happened', { n: 1 });
    child.setStatus({ code: SpanStatusCode.ERROR, message: 'no' });
    child.end();
    parent.end([1_700_000_001, 5]);
    const report = await sdk.shutdown({ timeoutMs: 5000 });
    const [first, second] = receiver.spans;
    await receiver.stop();

    expect(report.signals.traces).toEqual({ status: 'delivered', produced: 2, exported: 2, dropped: {}, inFlight: 0 });
    expect(first).toMatchObject({
      traceId: parent.spanContext().traceId,
      spanId: child.spanContext().spanId,
      parentSpanId: parent.spanContext().spanId,
      name: 'child é',
      kind: 'CLIENT',
      attributes: { text: 'x', int: 7, negative: -7, float: 1.5, big: 2 ** 40, yes: true, list: ['a', 'b'] },
      events: [{ name: 'happened', attributes: { n: 1 } }],
      links: [{ spanId: parent.spanContext().spanId, attributes: { why: 'test' } }],
      status: { code: 'ERROR', message: 'no' },
      scope: { name: 'scope', version: '1.2.3' },
      resource: { 'service.name': 'gym/weather', 'nemo.gym.server.type': 'resources_servers', 'nemo.run.id': 'run-1' },
    });
    expect(second).toMatchObject({
      name: 'parent',
      kind: 'SERVER',
      startTimeUnixNano: 1_700_000_000_123_456_789n,
      endTimeUnixNano: 1_700_000_001_000_000_005n,
      status: { code: 'UNSET' },
    });
    expect(second?.parentSpanId).toBeUndefined();
    expect(receiver.requests[0]?.headers['x-key']).toBe('a b');
  });

  test('counters, gauges and histograms arrive with their points', async () => {
    const receiver = await startOtlpReceiver();
    const otlpEndpoint = otlpProtocol === 'grpc' ? receiver.grpcUrl : receiver.httpUrl;
    const sdk = await startTestSdk({ otlpProtocol, otlpEndpoint });
    const meter = metrics.getMeter('scope');
    meter.createCounter('calls', { unit: '1', description: 'Calls.', valueType: ValueType.INT }).add(3, { kind: 'a' });
    meter.createGauge('share').record(0.25);
    meter.createHistogram('time', { unit: 'ms', advice: { explicitBucketBoundaries: [10, 100] } }).record(42);
    const report = await sdk.shutdown({ timeoutMs: 5000 });
    const byName = new Map(receiver.metrics.map((metric) => [metric.name, metric]));
    await receiver.stop();

    expect(report.signals.metrics.status).toBe('delivered');
    expect(byName.get('calls')).toMatchObject({
      type: 'sum',
      unit: '1',
      description: 'Calls.',
      monotonic: true,
      points: [{ value: 3, attributes: { kind: 'a' } }],
    });
    expect(byName.get('share')).toMatchObject({ type: 'gauge', points: [{ value: 0.25 }] });
    expect(byName.get('time')).toMatchObject({
      type: 'histogram',
      points: [{ count: 1, sum: 42, min: 42, max: 42, bounds: [10, 100], bucketCounts: [0, 1, 0] }],
    });
    expect(byName.get('gym.telemetry.items.produced')?.points).toHaveLength(3);
  });

  test('an exponential histogram arrives when the variable asks for base2_exponential_bucket_histogram', async () => {
    const receiver = await startOtlpReceiver();
    const otlpEndpoint = otlpProtocol === 'grpc' ? receiver.grpcUrl : receiver.httpUrl;
    const env = {
      OTEL_EXPORTER_OTLP_METRICS_DEFAULT_HISTOGRAM_AGGREGATION: 'base2_exponential_bucket_histogram',
      OTEL_EXPORTER_OTLP_METRICS_TEMPORALITY_PREFERENCE: 'Delta',
    };
    const sdk = await startTestSdk({ otlpProtocol, otlpEndpoint }, { env });
    const histogram = metrics.getMeter('scope').createHistogram('time');
    histogram.record(1);
    histogram.record(1000);
    await sdk.shutdown({ timeoutMs: 5000 });
    const time = receiver.metrics.find(({ name }) => name === 'time');
    await receiver.stop();
    expect(time).toMatchObject({ temporality: 'DELTA', points: [{ count: 2, sum: 1001, min: 1, max: 1000 }] });
  });

  test('a log record with a nested body arrives with the trace it belongs to', async () => {
    const receiver = await startOtlpReceiver();
    const otlpEndpoint = otlpProtocol === 'grpc' ? receiver.grpcUrl : receiver.httpUrl;
    const sdk = await startTestSdk({ otlpProtocol, otlpEndpoint, logsEnabled: true });
    const span = trace.getTracer('scope').startSpan('work');
    logs.getLogger('logger').emit({
      severityNumber: SeverityNumber.WARN,
      severityText: 'WARN',
      body: { list: [1, 'two', null], deep: { yes: true } },
      attributes: { n: 1 },
      context: trace.setSpan(ROOT_CONTEXT, span),
    });
    const report = await sdk.shutdown({ timeoutMs: 5000 });
    await receiver.stop();
    expect(report.signals.logs).toMatchObject({ status: 'delivered', produced: 1, exported: 1 });
    expect(receiver.logs[0]).toMatchObject({
      severityNumber: 13,
      severityText: 'WARN',
      body: { list: [1, 'two', null], deep: { yes: true } },
      attributes: { n: 1 },
      traceId: span.spanContext().traceId,
      spanId: span.spanContext().spanId,
    });
  });
});

describe('startSdk and the globals', () => {
  test('shutdown unregisters what start registered, so that a second start works', async () => {
    for (let i = 0; i < 2; i++) {
      const sdk = await startTestSdk({ metricsEnabled: false });
      const span = trace.getTracer('scope').startSpan('work');
      expect(span.isRecording()).toBe(true);
      await sdk.shutdown({ timeoutMs: 0 });
      expect(trace.getTracer('scope').startSpan('work').isRecording()).toBe(false);
    }
  });

  test('OTEL_SDK_DISABLED=TRUE turns every signal off and keeps propagation on', async () => {
    await using sdk = await startTestSdk({}, { env: { OTEL_SDK_DISABLED: 'TRUE' } });
    expect(sdk.exporting).toEqual({ traces: false, metrics: false, logs: false });
    const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
    const carrier: Record<string, string> = {};
    const active = propagation.extract(ROOT_CONTEXT, { traceparent });
    context.with(active, () => propagation.inject(context.active(), carrier));
    expect(carrier).toEqual({ traceparent });
  });
});
