import { createServer } from 'node:net';

import { startOtlpReceiver } from '@gym/otlp-receiver';
import { describe, expect, test } from '@jest/globals';

import { balanceOf, firstly, makeSpans, startTraces, urlOf, type Protocol } from './delivery-tools.ts';
import { expectFaultRow, faultNames, unmeasuredFaults } from './fault-rows.ts';

async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** The behaviour that all protocols share, each against a real receiver with real faults. */
export function describeDelivery(protocol: Protocol): void {
  describe(`delivery by ${protocol}`, () => {
    test('a burst of 10 000 spans in one tick at default settings loses none', async () => {
      const receiver = await startOtlpReceiver();
      await using sdk = await startTraces(protocol, urlOf(receiver, protocol));
      makeSpans(10_000);
      const report = await sdk.shutdown({ timeoutMs: 20_000 });
      await receiver.stop();
      expect(report.signals.traces).toMatchObject({ status: 'delivered', produced: 10_000, exported: 10_000 });
      expect(new Set(receiver.spans.map(({ spanId }) => spanId)).size).toBe(10_000);
      expectFaultRow('a burst of 10 000 spans in one tick', report);
    });

    test('a collector that refuses connections is given up before a deadline of 5 s, with every span counted', async () => {
      const port = await closedPort();
      await using sdk = await startTraces(protocol, `http://127.0.0.1:${port}`);
      makeSpans(5);
      const report = await sdk.shutdown({ timeoutMs: 5000 });
      expect(report).toMatchObject({
        timedOut: false,
        signals: { traces: { status: 'lost', reason: '5 export_failed', exported: 0, dropped: { export_failed: 5 } } },
      });
      expect(sdk.lines).toEqual([
        expect.stringMatching(/^warn telemetry: trouble exporting traces to otlp .*: ECONNREFUSED$/),
        expect.stringMatching(/^info telemetry: exporting traces .* stopped after .*, 5 items lost$/),
      ]);
      expectFaultRow('connection refused', report);
    });

    test('a host name that does not exist is given up before a deadline of 6 s', async () => {
      await using sdk = await startTraces(protocol, 'http://collector.invalid:4999');
      makeSpans(2);
      const report = await sdk.shutdown({ timeoutMs: 6000 });
      expect(report.signals.traces).toMatchObject({ status: 'lost', exported: 0, inFlight: 0 });
      expect(balanceOf(report.signals.traces)).toBe(0);
    });

    test('a collector that accepts and stays silent costs the deadline and no more', async () => {
      const receiver = await startOtlpReceiver();
      receiver.setFault({ kind: 'silent' });
      await using sdk = await startTraces(protocol, urlOf(receiver, protocol));
      makeSpans(7);
      const report = await sdk.shutdown({ timeoutMs: 300 });
      await receiver.stop();
      expect(report).toMatchObject({
        timedOut: true,
        signals: { traces: { status: 'lost', reason: '7 deadline', dropped: { deadline: 7 }, inFlight: 0 } },
      });
      expect(sdk.lines).toEqual([]);
      expectFaultRow('accepts and never answers', report);
    });

    test('a silent answer ends at OTEL_EXPORTER_OTLP_TIMEOUT=150 and the batch is sent again', async () => {
      const receiver = await startOtlpReceiver();
      receiver.setFault(firstly(1, { kind: 'silent' }));
      await using sdk = await startTraces(protocol, urlOf(receiver, protocol), { OTEL_EXPORTER_OTLP_TIMEOUT: '150' });
      makeSpans(3);
      const report = await sdk.shutdown({ timeoutMs: 10_000 });
      await receiver.stop();
      expect(report.signals.traces).toMatchObject({ status: 'delivered', exported: 3 });
      expect(sdk.lines[0]).toMatch(/: timeout$/);
      expectFaultRow('one attempt times out', report);
    });

    test('a collector that answers after 300 ms gets everything', async () => {
      const receiver = await startOtlpReceiver();
      receiver.setFault({ kind: 'delay', ms: 300 });
      await using sdk = await startTraces(protocol, urlOf(receiver, protocol));
      makeSpans(2000);
      const report = await sdk.shutdown({ timeoutMs: 10_000 });
      await receiver.stop();
      expect(report.signals.traces).toMatchObject({ status: 'delivered', exported: 2000 });
      expectFaultRow('answers after 300 ms', report);
    });

    test('503 with Retry-After 1 is sent again, not before that second', async () => {
      const receiver = await startOtlpReceiver();
      const times: number[] = [];
      const answer = firstly(1, { kind: 'status', retryAfterSeconds: 1 });
      receiver.setFault(() => {
        times.push(performance.now());
        return answer();
      });
      await using sdk = await startTraces(protocol, urlOf(receiver, protocol));
      makeSpans(4);
      const report = await sdk.shutdown({ timeoutMs: 10_000 });
      await receiver.stop();
      expect(report.signals.traces).toMatchObject({ status: 'delivered', exported: 4 });
      expect(times).toHaveLength(2);
      expect(times[1]! - times[0]!).toBeGreaterThanOrEqual(990);
      expectFaultRow('once 503 or UNAVAILABLE, `Retry-After` 1 s', report);
    });

    test('Retry-After 60 is not waited for when the deadline is 5 s', async () => {
      const receiver = await startOtlpReceiver();
      receiver.setFault({ kind: 'status', retryAfterSeconds: 60 });
      await using sdk = await startTraces(protocol, urlOf(receiver, protocol));
      makeSpans(4);
      const report = await sdk.shutdown({ timeoutMs: 5000 });
      await receiver.stop();
      expect(report).toMatchObject({ timedOut: false, signals: { traces: { dropped: { deadline: 4 }, exported: 0 } } });
      expect(receiver.requests).toHaveLength(1);
      expectFaultRow('always 503 or UNAVAILABLE, `Retry-After` 60 s', report);
    });

    test('400 or INVALID_ARGUMENT is final: one request, all counted as export_failed, the message in one line', async () => {
      const receiver = await startOtlpReceiver();
      receiver.setFault({ kind: 'status', httpStatus: 400, grpcCode: 3, message: 'bad span' });
      await using sdk = await startTraces(protocol, urlOf(receiver, protocol));
      makeSpans(4);
      const report = await sdk.shutdown({ timeoutMs: 5000 });
      await receiver.stop();
      expect(report).toMatchObject({ timedOut: false, signals: { traces: { dropped: { export_failed: 4 } } } });
      expect(receiver.requests).toHaveLength(1);
      expect(sdk.lines[0]).toContain('bad span');
      expectFaultRow('400 or INVALID_ARGUMENT', report);
    });

    test('partial success with 2 of 5 rejected counts 3 exported and says the message once', async () => {
      const receiver = await startOtlpReceiver();
      receiver.setFault({ kind: 'partialSuccess', rejected: 2, message: 'quota' });
      await using sdk = await startTraces(protocol, urlOf(receiver, protocol));
      makeSpans(5);
      await sdk.forceFlush({ timeoutMs: 5000 });
      makeSpans(5);
      const report = await sdk.shutdown({ timeoutMs: 5000 });
      await receiver.stop();
      expect(report.signals.traces).toMatchObject({
        status: 'lost',
        exported: 6,
        dropped: { rejected: 4 },
        inFlight: 0,
      });
      expect(sdk.lines.filter((line) => line.includes('quota'))).toHaveLength(1);
      expectFaultRow('partial success, 2 of each 5 rejected', report);
    });

    test('a connection reset is sent again', async () => {
      const receiver = await startOtlpReceiver();
      receiver.setFault(firstly(1, { kind: 'reset' }));
      await using sdk = await startTraces(protocol, urlOf(receiver, protocol));
      makeSpans(5);
      const report = await sdk.shutdown({ timeoutMs: 10_000 });
      await receiver.stop();
      expect(report.signals.traces).toMatchObject({ status: 'delivered', exported: 5 });
      expectFaultRow('connection reset once', report);
    });

    test('a success with an answer that cannot be decoded counts as delivered', async () => {
      const receiver = await startOtlpReceiver();
      receiver.setFault({ kind: 'garbage' });
      await using sdk = await startTraces(protocol, urlOf(receiver, protocol));
      makeSpans(5);
      const report = await sdk.shutdown({ timeoutMs: 5000 });
      await receiver.stop();
      expect(report.signals.traces).toMatchObject({ status: 'delivered', exported: 5 });
      expect(receiver.requests).toHaveLength(1);
      expectFaultRow('success that cannot be decoded', report);
    });

    test('https to a plain port is final and fails before a deadline of 5 s', async () => {
      const receiver = await startOtlpReceiver();
      await using sdk = await startTraces(protocol, urlOf(receiver, protocol).replace('http:', 'https:'));
      makeSpans(5);
      const report = await sdk.shutdown({ timeoutMs: 5000 });
      await receiver.stop();
      expect(report).toMatchObject({ timedOut: false, signals: { traces: { dropped: { export_failed: 5 } } } });
      expectFaultRow('TLS to a plain port', report);
    });

    test('a collector that restarts on its port gets what was queued meanwhile, with one line when trouble starts and one when it ends', async () => {
      const first = await startOtlpReceiver();
      const port = Number(new URL(urlOf(first, protocol)).port);
      await using sdk = await startTraces(protocol, urlOf(first, protocol));
      makeSpans(3);
      await sdk.forceFlush({ timeoutMs: 5000 });
      await first.stop();
      makeSpans(3);
      const during = await sdk.forceFlush({ timeoutMs: 100 });
      const second = await startOtlpReceiver(
        protocol === 'grpc' ? { grpc: { port }, http: false } : { http: { port }, grpc: false },
      );
      await second.waitForSpans(3);
      const report = await sdk.shutdown({ timeoutMs: 5000 });
      await second.stop();
      expect(during).toMatchObject({ timedOut: true, signals: { traces: { inFlight: 3 } } });
      expect(report.signals.traces).toMatchObject({ status: 'delivered', exported: 6 });
      expect(sdk.lines).toEqual([
        expect.stringMatching(/^warn telemetry: trouble exporting traces/),
        expect.stringMatching(/^info telemetry: exporting traces .* works again .*, 0 items lost$/),
      ]);
      expectFaultRow('restart on the same port', report);
    });

    test('OTEL_EXPORTER_OTLP_COMPRESSION=GZIP compresses', async () => {
      const receiver = await startOtlpReceiver();
      await using sdk = await startTraces(protocol, urlOf(receiver, protocol), {
        OTEL_EXPORTER_OTLP_COMPRESSION: 'GZIP',
      });
      makeSpans(100);
      const report = await sdk.shutdown({ timeoutMs: 5000 });
      await receiver.stop();
      expect(report.signals.traces).toMatchObject({ status: 'delivered', exported: 100 });
      expect(receiver.requests[0]?.encoding).toBe('gzip');
      expect(receiver.spans).toHaveLength(100);
    });

    test('every row of the README’s fault table was measured by the tests above', () => {
      expect(faultNames).not.toEqual([]);
      expect(unmeasuredFaults()).toEqual([]);
    });
  });
}
