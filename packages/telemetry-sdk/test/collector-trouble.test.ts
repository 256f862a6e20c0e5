import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { setTimeout as sleep } from 'node:timers/promises';

import { startOtlpReceiver, type Fault, type FaultScript } from '@gym/otlp-receiver';
import { describe, expect, test } from '@jest/globals';
import { trace } from '@opentelemetry/api';

import { balanceOf, firstly, makeSpans, startTraces, urlOf, type Protocol } from './delivery-tools.ts';

const batches = 20;
const batchSize = 5;

/** Makes spans as a server at work does: some every 25 ms, for half a second. */
async function work(): Promise<void> {
  for (let n = 0; n < batches; n++) {
    makeSpans(batchSize);
    await sleep(25);
  }
}

/** The first request of each `period` gets the fault, for the first 20 requests. */
function oneOf(period: number, fault: Fault): FaultScript {
  let count = 0;
  return () => (count < 20 && count++ % period === 0 ? fault : undefined);
}

const oneTrouble = [
  expect.stringMatching(/^warn telemetry: trouble exporting traces to otlp /),
  expect.stringMatching(/^info telemetry: exporting traces to otlp .* works again after .*, 0 items lost$/),
];

describe.each<Protocol>(['grpc', 'http/protobuf'])('a collector in trouble while spans come, by %s', (protocol) => {
  test.each<[string, () => FaultScript]>([
    ['refuses every second request', () => oneOf(2, { kind: 'status' })],
    ['resets the connection at every fifth request', () => oneOf(5, { kind: 'reset' })],
    ['answers the first five requests later than the timeout', () => firstly(5, { kind: 'silent' })],
  ])('one that %s gets all, alone, with one line at the start and one at the end', async (_, script) => {
    const receiver = await startOtlpReceiver();
    receiver.setFault(script());
    await using sdk = await startTraces(protocol, urlOf(receiver, protocol), {
      OTEL_BSP_SCHEDULE_DELAY: '20',
      OTEL_EXPORTER_OTLP_TIMEOUT: '200',
    });
    await work();
    await receiver.waitForSpans(batches * batchSize, { timeoutMs: 10_000 });
    const report = await sdk.shutdown({ timeoutMs: 5000 });
    await receiver.stop();
    expect(new Set(receiver.spans.map(({ spanId }) => spanId)).size).toBe(batches * batchSize);
    expect(report.signals.traces).toMatchObject({ status: 'delivered', exported: batches * batchSize, dropped: {} });
    expect(sdk.lines).toEqual(oneTrouble);
  });

  test('one that is away for 2 s gets all that was made meanwhile, and the ledger balances all the time', async () => {
    const first = await startOtlpReceiver();
    const port = Number(new URL(urlOf(first, protocol)).port);
    await using sdk = await startTraces(protocol, urlOf(first, protocol), { OTEL_BSP_SCHEDULE_DELAY: '20' });
    makeSpans(batchSize);
    await first.waitForSpans(batchSize);
    await first.stop();
    const balances = new Set<number>();
    for (let part = 0; part < 4; part++) {
      await work();
      balances.add(balanceOf(sdk.counts().traces));
    }
    const second = await startOtlpReceiver(
      protocol === 'grpc' ? { grpc: { port }, http: false } : { http: { port }, grpc: false },
    );
    await second.waitForSpans(4 * batches * batchSize, { timeoutMs: 15_000 });
    const report = await sdk.shutdown({ timeoutMs: 5000 });
    await second.stop();
    expect([...balances]).toEqual([0]);
    expect(report.signals.traces).toMatchObject({ status: 'delivered', dropped: {} });
    expect(report.signals.traces.exported).toBe((4 * batches + 1) * batchSize);
    expect(sdk.lines).toEqual(oneTrouble);
  });

  test('one that is down: an instrumentation of the host that traces every connection sees no request of the exporter', async () => {
    const receiver = await startOtlpReceiver();
    const url = urlOf(receiver, protocol);
    await receiver.stop();
    let connections = 0;
    const traceConnection = (): void => {
      connections += 1;
      trace.getTracer('host').startSpan('connect').end();
    };
    subscribe('net.client.socket', traceConnection);
    await using sdk = await startTraces(protocol, url, { OTEL_BSP_SCHEDULE_DELAY: '20' });
    makeSpans(3);
    const report = await sdk.shutdown({ timeoutMs: 1500 });
    unsubscribe('net.client.socket', traceConnection);
    expect(connections).toBeGreaterThan(1);
    expect(report.signals.traces).toMatchObject({ produced: 3, exported: 0, inFlight: 0 });
  });
});
