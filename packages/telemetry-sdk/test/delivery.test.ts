import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http2';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startOtlpReceiver, type Fault } from '@gym/otlp-receiver';
import { describe, expect, test } from '@jest/globals';
import { trace } from '@opentelemetry/api';

import { balanceOf, makeSpans, startTraces } from './delivery-tools.ts';

describe('delivery', () => {
  test('a flush of 100 000 queued spans delivers all when OTEL_BSP_MAX_QUEUE_SIZE=131072', async () => {
    const receiver = await startOtlpReceiver();
    await using sdk = await startTraces('grpc', receiver.grpcUrl, { OTEL_BSP_MAX_QUEUE_SIZE: '131072' });
    makeSpans(100_000);
    const report = await sdk.shutdown({ timeoutMs: 25_000 });
    await receiver.stop();
    expect(report.signals.traces).toMatchObject({ status: 'delivered', exported: 100_000 });
    expect(receiver.spans).toHaveLength(100_000);
  });

  test('OTEL_BSP_MAX_QUEUE_SIZE=100 keeps 100 of 250 spans, queued and on their way together, and counts the rest', async () => {
    const receiver = await startOtlpReceiver();
    receiver.setFault({ kind: 'silent' });
    await using sdk = await startTraces('http/protobuf', receiver.httpUrl, {
      OTEL_BSP_MAX_QUEUE_SIZE: '100',
      OTEL_BSP_MAX_EXPORT_BATCH_SIZE: '10',
    });
    makeSpans(150);
    await receiver.waitFor(({ requests }) => requests.length === 8);
    makeSpans(100);
    const counts = sdk.counts().traces;
    await sdk.shutdown({ timeoutMs: 0 });
    await receiver.stop();
    expect(counts).toEqual({ produced: 250, exported: 0, dropped: { queue_full: 150 }, inFlight: 100 });
  });

  test('OTEL_TRACES_SAMPLER=always_off counts every span as not_sampled, which is no loss', async () => {
    await using sdk = await startTraces('grpc', 'http://127.0.0.1:1', { OTEL_TRACES_SAMPLER: 'always_off' });
    makeSpans(5);
    const report = await sdk.shutdown({ timeoutMs: 1000 });
    expect(report.signals.traces).toEqual({
      status: 'delivered',
      produced: 5,
      exported: 0,
      dropped: { not_sampled: 5 },
      inFlight: 0,
    });
  });

  test('a span that ends after shutdown counts as after_shutdown', async () => {
    const receiver = await startOtlpReceiver();
    await using sdk = await startTraces('grpc', receiver.grpcUrl);
    const tracer = trace.getTracer('test');
    await sdk.shutdown({ timeoutMs: 5000 });
    await receiver.stop();
    tracer.startSpan('late').end();
    expect(sdk.counts().traces.dropped).toEqual({ after_shutdown: 1 });
  });

  test('a span open at shutdown arrives marked as truncated', async () => {
    const receiver = await startOtlpReceiver();
    await using sdk = await startTraces('grpc', receiver.grpcUrl);
    trace.getTracer('test').startSpan('open');
    await sdk.shutdown({ timeoutMs: 5000 });
    await receiver.stop();
    expect(receiver.spans).toMatchObject([
      {
        name: 'open',
        attributes: { 'nemo.span.truncated': true },
        events: [{ name: 'nemo.span.truncated', attributes: { 'nemo.span.truncated.reason': 'shutdown' } }],
        status: { code: 'UNSET' },
      },
    ]);
  });

  test('OTEL_BSP_EXPORT_TIMEOUT=100 bounds all attempts at a batch together', async () => {
    await using sdk = await startTraces('grpc', 'http://127.0.0.1:1', { OTEL_BSP_EXPORT_TIMEOUT: '100' });
    makeSpans(3);
    const report = await sdk.forceFlush({ timeoutMs: 5000 });
    expect(report).toMatchObject({
      timedOut: false,
      signals: { traces: { dropped: { export_failed: 3 }, inFlight: 0 } },
    });
  });

  test('Retry-After of ten days is beyond the time for all attempts and ends the batch at once', async () => {
    const receiver = await startOtlpReceiver();
    receiver.setFault({ kind: 'status', retryAfterSeconds: 864_000 });
    await using sdk = await startTraces('http/protobuf', receiver.httpUrl);
    makeSpans(3);
    const report = await sdk.forceFlush({ timeoutMs: 5000 });
    await receiver.stop();
    expect(report).toMatchObject({ timedOut: false, signals: { traces: { dropped: { export_failed: 3 } } } });
  });

  test('grpc goes through a unix socket', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'gym-'));
    const path = join(directory, 'otlp.sock');
    const server = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/grpc', 'grpc-status': '0' }).end();
    });
    server.listen(path);
    await once(server, 'listening');
    await using sdk = await startTraces('grpc', `unix://${path}`);
    makeSpans(3);
    const report = await sdk.shutdown({ timeoutMs: 5000 });
    server.close();
    rmSync(directory, { recursive: true });
    expect(report.signals.traces).toMatchObject({ status: 'delivered', exported: 3 });
  });

  test('a kept-alive socket that the server closes at the second request is no trouble', async () => {
    const server = createTcpServer((socket) => {
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
        socket.once('data', () => socket.resetAndDestroy());
      });
      socket.on('error', () => {});
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    await using sdk = await startTraces('http/protobuf', `http://127.0.0.1:${port}`);
    for (let i = 0; i < 3; i++) {
      makeSpans(1);
      await sdk.forceFlush({ timeoutMs: 5000 });
    }
    const report = await sdk.shutdown({ timeoutMs: 5000 });
    server.close();
    expect(report.signals.traces).toMatchObject({ status: 'delivered', exported: 3 });
    expect(sdk.lines).toEqual([]);
  });

  test('two calls of shutdown share one report', async () => {
    await using sdk = await startTraces('grpc', 'http://127.0.0.1:1');
    const [first, second] = await Promise.all([sdk.shutdown({ timeoutMs: 50 }), sdk.shutdown({ timeoutMs: 9000 })]);
    expect(second).toBe(first);
  });

  test('the ledger balances at every moment while half of all requests fail', async () => {
    const receiver = await startOtlpReceiver();
    let seed = 1;
    const faults: readonly (Fault | undefined)[] = [
      { kind: 'status' },
      { kind: 'reset' },
      { kind: 'status', httpStatus: 400, grpcCode: 3 },
      { kind: 'partialSuccess', rejected: 3, message: 'no' },
      ...Array.from({ length: 4 }, () => undefined),
    ];
    receiver.setFault(() => {
      seed = (seed * 48_271) % 2_147_483_647;
      return faults[seed % faults.length];
    });
    await using sdk = await startTraces('http/protobuf', receiver.httpUrl, { OTEL_BSP_MAX_QUEUE_SIZE: '5000' });
    const balances = new Set<number>();
    for (let i = 0; i < 100; i++) {
      makeSpans(300);
      await new Promise((resolve) => setImmediate(resolve));
      balances.add(balanceOf(sdk.counts().traces));
    }
    const report = await sdk.shutdown({ timeoutMs: 3000 });
    balances.add(balanceOf(report.signals.traces));
    await receiver.stop();
    expect([...balances]).toEqual([0]);
    expect(report.signals.traces.produced).toBe(30_000);
    expect(report.signals.traces.inFlight).toBe(0);
    expect(Object.keys(report.signals.traces.dropped)).toEqual(expect.arrayContaining(['rejected', 'export_failed']));
  });
});
