import { afterEach, describe, expect, test } from '@jest/globals';

import { isOtlpReceiverError, startOtlpReceiver, type OtlpReceiver, type ReceivedBatch } from '../src/index.ts';
import { traceRequest } from './support/sample.ts';
import { call, post } from './support/send.ts';

const running: OtlpReceiver[] = [];
const start: typeof startOtlpReceiver = async (options) => {
  const receiver = await startOtlpReceiver(options);
  running.push(receiver);
  return receiver;
};
afterEach(async () => {
  for (const receiver of running.splice(0)) await receiver.stop();
});

describe('startOtlpReceiver', () => {
  test('opens both endpoints on free ports of 127.0.0.1', async () => {
    const receiver = await start();
    expect(receiver.httpUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(receiver.grpcUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(receiver.grpcUrl).not.toBe(receiver.httpUrl);
  });

  test('leaves an endpoint that is off without a URL', async () => {
    expect(await start({ http: false })).toMatchObject({ httpUrl: '', grpcUrl: expect.stringContaining('http') });
    expect(await start({ grpc: false })).toMatchObject({ grpcUrl: '', httpUrl: expect.stringContaining('http') });
  });

  test('listens on the port that it is given', async () => {
    const first = await start({ grpc: false });
    const port = Number(new URL(first.httpUrl).port);
    await first.stop();
    const second = await start({ grpc: false, http: { port } });
    expect(second.httpUrl).toBe(`http://127.0.0.1:${port}`);
  });

  test('writes an IPv6 host in brackets', async () => {
    const receiver = await start({ host: '::1' });
    expect(receiver.httpUrl).toMatch(/^http:\/\/\[::1\]:\d+$/);
    expect((await post(receiver, traceRequest('a'))).status).toBe(200);
  });

  test('rejects with LISTEN_FAILED when the gRPC port is taken, and frees the HTTP port again', async () => {
    const other = await start();
    const free = await start({ grpc: false });
    const httpPort = Number(new URL(free.httpUrl).port);
    await free.stop();
    const options = { http: { port: httpPort }, grpc: { port: Number(new URL(other.grpcUrl).port) } };
    const error: unknown = await startOtlpReceiver(options).catch((thrown: unknown) => thrown);
    expect(isOtlpReceiverError(error)).toBe(true);
    expect(error).toMatchObject({ code: 'LISTEN_FAILED', message: expect.stringContaining('(EADDRINUSE)') });
    await expect(start({ grpc: false, http: { port: httpPort } })).resolves.toBeDefined();
  });

  test('hands each batch to onBatch before it is kept', async () => {
    const batches: [number, ReceivedBatch][] = [];
    const receiver = await start({ onBatch: (batch) => batches.push([receiver.spans.length, batch]) });
    await post(receiver, traceRequest('a', 'b'));
    expect(batches).toEqual([
      [
        0,
        {
          request: expect.objectContaining({ transport: 'http', items: 2 }),
          spans: receiver.spans,
          metrics: [],
          logs: [],
        },
      ],
    ]);
  });

  test('refuses a batch with 503 when onBatch throws', async () => {
    const receiver = await start({
      onBatch: () => {
        throw new Error('disk full');
      },
    });
    expect((await post(receiver, traceRequest('a'))).status).toBe(503);
    expect(receiver.spans).toEqual([]);
    expect(receiver.requests).toEqual([expect.objectContaining({ outcome: 'failed', error: 'Error: disk full' })]);
  });

  test('keeps maxItems 2 spans, refuses the third with 503 and UNAVAILABLE, and takes more after reset', async () => {
    const receiver = await start({ maxItems: 2 });
    expect((await post(receiver, traceRequest('a', 'b'))).status).toBe(200);
    expect((await post(receiver, traceRequest('c'))).status).toBe(503);
    expect((await call(receiver, traceRequest('c'))).error).toMatchObject({ code: 14 });
    expect(receiver.spans).toHaveLength(2);
    expect(receiver.requests).toHaveLength(2);
    receiver.reset();
    expect((await post(receiver, traceRequest('c'))).status).toBe(200);
  });
});

describe('waitForSpans', () => {
  test('resolves with two spans that arrive in two requests', async () => {
    const receiver = await start();
    const waiting = receiver.waitForSpans(2);
    await post(receiver, traceRequest('a'));
    await call(receiver, traceRequest('b'));
    expect((await waiting).map(({ name }) => name)).toEqual(['a', 'b']);
    await expect(receiver.waitForSpans(1)).resolves.toHaveLength(2);
  });

  test('rejects with what was received when 2 spans do not come in 20 ms', async () => {
    const receiver = await start();
    await post(receiver, traceRequest('a'));
    await expect(receiver.waitForSpans(2, { timeoutMs: 20 })).rejects.toMatchObject({
      code: 'WAIT_TIMEOUT',
      message: 'expected 2 spans within 20 ms, received 1 in 1 requests',
    });
  });
});

describe('waitFor', () => {
  test('resolves when a refused request arrives', async () => {
    const receiver = await start();
    const waiting = receiver.waitFor(({ requests }) => requests.some(({ outcome }) => outcome === 'malformed'));
    await post(receiver, Uint8Array.from([1]));
    await expect(waiting).resolves.toBeUndefined();
  });

  test('rejects with what the predicate throws', async () => {
    const receiver = await start();
    const waiting = receiver.waitFor(() => {
      throw new Error('no');
    });
    await expect(waiting).rejects.toThrow('no');
  });
});

describe('reset', () => {
  test('forgets data and fault, and leaves lists taken before as they were', async () => {
    const receiver = await start();
    await post(receiver, traceRequest('a'));
    const before = receiver.spans;
    receiver.setFault({ kind: 'status' });
    receiver.reset();
    expect([receiver.spans, receiver.metrics, receiver.logs, receiver.requests]).toEqual([[], [], [], []]);
    expect(before).toHaveLength(1);
    expect((await post(receiver, traceRequest('b'))).status).toBe(200);
  });
});

describe('stop', () => {
  test('rejects pending waits with STOPPED, later ones too, and keeps the data', async () => {
    const receiver = await start();
    await post(receiver, traceRequest('a'));
    const pending = receiver.waitForSpans(2).catch((error: unknown) => error);
    await Promise.all([receiver.stop(), receiver.stop()]);
    expect(await pending).toMatchObject({ code: 'STOPPED' });
    await expect(receiver.waitForSpans(2)).rejects.toMatchObject({ code: 'STOPPED' });
    await expect(receiver.waitForSpans(1)).resolves.toHaveLength(1);
    await expect(post(receiver, traceRequest('b'))).rejects.toThrow();
  });
});
