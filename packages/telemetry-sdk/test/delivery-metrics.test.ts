import { startOtlpReceiver } from '@gym/otlp-receiver';
import { describe, expect, test } from '@jest/globals';
import { metrics } from '@opentelemetry/api';

import { balanceOf, firstly, urlOf, type Protocol } from './delivery-tools.ts';
import { startTestSdk, type TestSdk } from './start-test-sdk.ts';

/** The SDK with metrics only, and one counter at 3. */
async function startCounter(
  otlpProtocol: Protocol,
  otlpEndpoint: string,
  env: Record<string, string> = {},
): Promise<TestSdk> {
  const sdk = await startTestSdk({ otlpProtocol, otlpEndpoint, tracesEnabled: false }, { env });
  metrics.getMeter('test').createCounter('test.counter').add(3, { a: 'b' });
  return sdk;
}

describe.each<Protocol>(['grpc', 'http/protobuf', 'http/json'])('metrics by %s', (protocol) => {
  test('arrive at a shutdown, and every point is accounted for', async () => {
    const receiver = await startOtlpReceiver();
    await using sdk = await startCounter(protocol, urlOf(receiver, protocol), {
      OTEL_EXPORTER_OTLP_METRICS_HEADERS: 'x-test=a%20b',
    });
    const { signals } = await sdk.shutdown({ timeoutMs: 5000 });
    await receiver.stop();
    expect(receiver.metrics.find(({ name }) => name === 'test.counter')).toMatchObject({ points: [{ value: 3 }] });
    expect(receiver.requests[0]?.headers).toMatchObject({
      'x-test': 'a b',
      'user-agent': expect.stringContaining('gym-telemetry/'),
    });
    expect(signals.metrics).toMatchObject({ status: 'delivered', inFlight: 0, dropped: {} });
    expect(signals.metrics.exported).toBeGreaterThan(0);
    expect(balanceOf(signals.metrics)).toBe(0);
    expect(sdk.lines).toEqual([]);
  });

  test('503 or UNAVAILABLE is sent again', async () => {
    const receiver = await startOtlpReceiver();
    receiver.setFault(firstly(1, { kind: 'status', retryAfterSeconds: 1 }));
    await using sdk = await startCounter(protocol, urlOf(receiver, protocol));
    const { signals } = await sdk.shutdown({ timeoutMs: 10_000 });
    await receiver.stop();
    expect(receiver.requests).toHaveLength(2);
    expect(signals.metrics).toMatchObject({ status: 'delivered', dropped: {} });
  });

  test('a partial success with 2 points rejected is counted and said once', async () => {
    const receiver = await startOtlpReceiver();
    receiver.setFault({ kind: 'partialSuccess', rejected: 2, message: 'quota' });
    await using sdk = await startCounter(protocol, urlOf(receiver, protocol));
    await sdk.forceFlush({ timeoutMs: 5000 });
    const { signals } = await sdk.shutdown({ timeoutMs: 5000 });
    await receiver.stop();
    expect(signals.metrics).toMatchObject({ status: 'lost', dropped: { rejected: 4 }, inFlight: 0 });
    expect(balanceOf(signals.metrics)).toBe(0);
    expect(sdk.lines.filter((line) => line.includes('quota'))).toHaveLength(1);
  });

  test('400 or INVALID_ARGUMENT is final', async () => {
    const receiver = await startOtlpReceiver();
    receiver.setFault({ kind: 'status', httpStatus: 400, grpcCode: 3, message: 'bad point' });
    await using sdk = await startCounter(protocol, urlOf(receiver, protocol));
    const report = await sdk.shutdown({ timeoutMs: 5000 });
    await receiver.stop();
    expect(report).toMatchObject({
      timedOut: false,
      signals: { metrics: { status: 'lost', exported: 0, inFlight: 0 } },
    });
    expect(sdk.lines[0]).toContain('bad point');
  });

  test('a collector that refuses is given up before a deadline of 6 s, and one line says why', async () => {
    const receiver = await startOtlpReceiver();
    const url = urlOf(receiver, protocol);
    await receiver.stop();
    await using sdk = await startCounter(protocol, url);
    const report = await sdk.shutdown({ timeoutMs: 6000 });
    expect(report).toMatchObject({
      timedOut: false,
      signals: { metrics: { status: 'lost', exported: 0, inFlight: 0 } },
    });
    expect(sdk.lines[0]).toMatch(/^warn telemetry: trouble exporting metrics to otlp .*: .*ECONNREFUSED/);
  });

  test('a silent collector costs the deadline of 300 ms and no more', async () => {
    const receiver = await startOtlpReceiver();
    receiver.setFault({ kind: 'silent' });
    await using sdk = await startCounter(protocol, urlOf(receiver, protocol));
    const report = await sdk.shutdown({ timeoutMs: 300 });
    await receiver.stop();
    expect(report).toMatchObject({ timedOut: true, signals: { metrics: { status: 'lost', inFlight: 0 } } });
    expect(balanceOf(report.signals.metrics)).toBe(0);
  });
});
