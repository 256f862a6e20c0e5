import { connect as connectHttp2 } from 'node:http2';
import { gzipSync } from 'node:zlib';

import { status } from '@grpc/grpc-js';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';

import { startOtlpReceiver, type OtlpReceiver } from '../src/index.ts';
import { encode, requestTypes } from './support/otlp-oracle.ts';
import { traceRequest } from './support/sample.ts';
import { call } from './support/send.ts';

const maxBodyBytes = 10_000;
const path = '/opentelemetry.proto.collector.trace.v1.TraceService/Export';
let receiver: OtlpReceiver;

beforeEach(async () => {
  receiver = await startOtlpReceiver({ http: false, maxBodyBytes });
});
afterEach(() => receiver.stop());

/** Sends raw bytes as a gRPC call and resolves with the HTTP status and the gRPC status. */
async function raw(body: Uint8Array, headers: Record<string, string> = {}): Promise<[unknown, unknown]> {
  const session = connectHttp2(receiver.grpcUrl);
  const stream = session.request({ ':method': 'POST', ':path': path, 'content-type': 'application/grpc', ...headers });
  stream.end(body);
  const answer = await new Promise<[unknown, unknown]>((resolve, reject) => {
    let httpStatus: unknown;
    let grpcStatus: unknown;
    stream.on('response', (received) => (httpStatus = received[':status']));
    stream.on('trailers', (received) => (grpcStatus = received['grpc-status']));
    stream.on('error', reject);
    stream.on('close', () => resolve([httpStatus, grpcStatus]));
    stream.resume();
  });
  await new Promise<void>((resolve) => session.close(resolve));
  return answer;
}

function frame(message: Uint8Array, flag = 0, length: number = message.length): Buffer {
  const prefix = Buffer.from([flag, 0, 0, 0, 0]);
  prefix.writeUInt32BE(length, 1);
  return Buffer.concat([prefix, message]);
}

describe('the gRPC endpoint', () => {
  test.each([
    ['plain', false, 'identity'],
    ['gzip', true, 'gzip'],
  ])('takes a %s call of the official client', async (_name, gzip, encoding) => {
    const { error, response } = await call(receiver, traceRequest('a'), { gzip, metadata: { 'x-key': 'k' } });
    expect(error).toBeUndefined();
    expect(response).toHaveLength(0);
    expect(receiver.spans.map(({ name }) => name)).toEqual(['a']);
    expect(receiver.requests).toEqual([
      expect.objectContaining({
        transport: 'grpc',
        signal: 'traces',
        path,
        contentType: 'application/grpc',
        encoding,
        headers: expect.objectContaining({ 'x-key': 'k' }),
        items: 1,
        outcome: 'accepted',
      }),
    ]);
  });

  test('takes metrics and logs on their own services', async () => {
    const metrics = { resourceMetrics: [{ scopeMetrics: [{ metrics: [{ name: 'm' }] }] }] };
    await call(receiver, encode(requestTypes.metrics, metrics), { signal: 'metrics' });
    const logs = { resourceLogs: [{ scopeLogs: [{ logRecords: [{ severityText: 'INFO' }] }] }] };
    await call(receiver, encode(requestTypes.logs, logs), { signal: 'logs' });
    expect(receiver.metrics).toEqual([expect.objectContaining({ name: 'm' })]);
    expect(receiver.logs).toEqual([expect.objectContaining({ severityText: 'INFO' })]);
  });

  test('answers UNIMPLEMENTED to an unknown method', async () => {
    const { error } = await call(receiver, new Uint8Array(), { method: '/some.Service/Export' });
    expect(error).toMatchObject({ code: status.UNIMPLEMENTED, details: 'unknown method /some.Service/Export' });
    expect(receiver.requests).toEqual([expect.objectContaining({ signal: 'unknown', outcome: 'unsupported' })]);
  });

  test('answers INVALID_ARGUMENT to a malformed message', async () => {
    const { error } = await call(receiver, Uint8Array.from([10, 200]));
    expect(error).toMatchObject({ code: status.INVALID_ARGUMENT, details: 'message ends too early' });
  });

  test('takes a message of exactly the limit and answers RESOURCE_EXHAUSTED to one byte more', async () => {
    const overhead = traceRequest('x'.repeat(9000)).length - 9000;
    const body = traceRequest('x'.repeat(maxBodyBytes - overhead));
    expect(body).toHaveLength(maxBodyBytes);
    expect((await call(receiver, body)).error).toBeUndefined();
    const { error } = await call(receiver, Buffer.concat([body, Buffer.alloc(1)]));
    expect(error?.code).toBe(status.RESOURCE_EXHAUSTED);
  });

  test('answers RESOURCE_EXHAUSTED to a message far beyond the limit, still being sent', async () => {
    const { error } = await call(receiver, Buffer.alloc(5_000_000));
    expect(error?.code).toBe(status.RESOURCE_EXHAUSTED);
  });

  test('answers RESOURCE_EXHAUSTED to a small gzip message that inflates beyond the limit', async () => {
    const bomb = frame(gzipSync(Buffer.alloc(maxBodyBytes + 1)), 1);
    expect(await raw(bomb, { 'grpc-encoding': 'gzip' })).toEqual([200, '8']);
  });

  test.each([
    ['no message', Buffer.alloc(0), {}, [200, '3']],
    ['half a prefix', Buffer.alloc(3), {}, [200, '3']],
    ['a length longer than the message', frame(Buffer.alloc(2), 0, 3), {}, [200, '3']],
    ['two messages', Buffer.concat([frame(traceRequest('a')), frame(traceRequest('a'))]), {}, [200, '3']],
    ['a compressed flag without an encoding', frame(gzipSync(''), 1), {}, [200, '3']],
    ['gzip that is none', frame(traceRequest('a'), 1), { 'grpc-encoding': 'gzip' }, [200, '3']],
    ['an unknown compression', frame(traceRequest('a'), 1), { 'grpc-encoding': 'snappy' }, [200, '12']],
    [
      'a content type of grpc-web',
      frame(traceRequest('a')),
      { 'content-type': 'application/grpc-web' },
      [415, undefined],
    ],
  ])('refuses %s', async (_name, body, headers: Record<string, string>, expected) => {
    expect(await raw(body, headers)).toEqual(expected);
    expect(receiver.requests).toHaveLength(1);
    expect(receiver.spans).toEqual([]);
  });

  test('takes an uncompressed message although the encoding is gzip', async () => {
    expect(await raw(frame(traceRequest('a')), { 'grpc-encoding': 'gzip' })).toEqual([200, '0']);
  });

  test('survives a client that speaks HTTP/1.1', async () => {
    await expect(fetch(receiver.grpcUrl)).rejects.toThrow();
    expect((await call(receiver, traceRequest('a'))).error).toBeUndefined();
  });
});
