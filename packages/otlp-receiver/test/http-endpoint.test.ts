import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';

import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';

import { startOtlpReceiver, type OtlpReceiver } from '../src/index.ts';
import { decode, encode, oracleType, requestTypes } from './support/otlp-oracle.ts';
import { traceRequest, traceRequestJson } from './support/sample.ts';
import { post } from './support/send.ts';

const maxBodyBytes = 10_000;
let receiver: OtlpReceiver;

beforeEach(async () => {
  receiver = await startOtlpReceiver({ grpc: false, maxBodyBytes });
});
afterEach(() => receiver.stop());

const names = (): string[] => receiver.spans.map(({ name }) => name);

describe('the HTTP endpoint', () => {
  test('takes protobuf and answers an empty protobuf response', async () => {
    const response = await post(receiver, traceRequest('a', 'b'));
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/x-protobuf');
    expect((await response.arrayBuffer()).byteLength).toBe(0);
    expect(names()).toEqual(['a', 'b']);
  });

  test('takes JSON with a charset and answers {}', async () => {
    const headers = { 'content-type': 'Application/JSON; charset=utf-8' };
    const response = await post(receiver, traceRequestJson('a'), { headers });
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.text()).toBe('{}');
    expect(names()).toEqual(['a']);
  });

  test('takes metrics and logs on their own paths', async () => {
    const metrics = { resourceMetrics: [{ scopeMetrics: [{ metrics: [{ name: 'm' }] }] }] };
    await post(receiver, encode(requestTypes.metrics, metrics), { path: '/v1/metrics' });
    const logs = { resourceLogs: [{ scopeLogs: [{ logRecords: [{ severityText: 'INFO' }] }] }] };
    await post(receiver, encode(requestTypes.logs, logs), { path: '/v1/logs' });
    expect(receiver.metrics).toEqual([expect.objectContaining({ name: 'm' })]);
    expect(receiver.logs).toEqual([expect.objectContaining({ severityText: 'INFO' })]);
    expect(receiver.requests.map(({ signal }) => signal)).toEqual(['metrics', 'logs']);
  });

  test('inflates a gzip body and notes the request as it came', async () => {
    const body = gzipSync(traceRequest('a'));
    await post(receiver, body, { headers: { 'content-encoding': 'gzip', Authorization: 'Bearer x' } });
    expect(names()).toEqual(['a']);
    expect(receiver.requests).toEqual([
      {
        transport: 'http',
        signal: 'traces',
        path: '/v1/traces',
        contentType: 'application/x-protobuf',
        encoding: 'gzip',
        headers: expect.objectContaining({ authorization: 'Bearer x' }),
        bytes: body.length,
        items: 1,
        outcome: 'accepted',
        error: undefined,
      },
    ]);
  });

  test.each([
    ['an unknown path', { path: '/v1/traces/v1/traces' }, 404, 'unsupported'],
    ['GET', { method: 'GET' }, 405, 'unsupported'],
    ['text/plain', { headers: { 'content-type': 'text/plain' } }, 415, 'unsupported'],
    ['an encoding of br', { headers: { 'content-encoding': 'br' } }, 415, 'unsupported'],
    ['gzip that is none', { headers: { 'content-encoding': 'gzip' } }, 400, 'malformed'],
  ])('refuses %s', async (_name, options, status, outcome) => {
    const response = await post(receiver, traceRequest('a'), options);
    expect(response.status).toBe(status);
    expect(receiver.requests).toEqual([expect.objectContaining({ outcome, items: 0 })]);
    expect(receiver.spans).toEqual([]);
  });

  test('answers 400 to malformed protobuf with a google.rpc.Status in protobuf', async () => {
    const response = await post(receiver, Uint8Array.from([10, 200]));
    expect(response.status).toBe(400);
    const status = decode(oracleType('RpcStatus'), new Uint8Array(await response.arrayBuffer()));
    expect(status).toEqual({ code: 3, message: 'message ends too early' });
  });

  test('answers 400 to malformed JSON with a google.rpc.Status in JSON', async () => {
    const response = await post(receiver, '{', { headers: { 'content-type': 'application/json' } });
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ code: 3, message: 'expected JSON' });
  });

  test('takes a body of exactly the limit and answers 413 to one byte more', async () => {
    const overhead = traceRequest('x'.repeat(9000)).length - 9000;
    const body = traceRequest('x'.repeat(maxBodyBytes - overhead));
    expect(body).toHaveLength(maxBodyBytes);
    expect((await post(receiver, body)).status).toBe(200);
    expect((await post(receiver, Buffer.concat([body, Buffer.alloc(1)]))).status).toBe(413);
    expect(receiver.requests.map(({ outcome }) => outcome)).toEqual(['accepted', 'tooLarge']);
  });

  test('answers 413 to a small gzip body that inflates beyond the limit', async () => {
    const body = gzipSync(Buffer.alloc(maxBodyBytes + 1));
    const response = await post(receiver, body, { headers: { 'content-encoding': 'gzip' } });
    expect(response.status).toBe(413);
  });

  test('answers 400 to every truncation of a request that cuts a field', async () => {
    const whole = traceRequest('a');
    const statuses: number[] = [];
    for (let length = 1; length < whole.length; length += 1) {
      statuses.push((await post(receiver, whole.subarray(0, length))).status);
    }
    expect(new Set(statuses)).toEqual(new Set([400]));
  });

  test('notes a client that goes away in the middle of a body and goes on', async () => {
    const socket = connect(Number(new URL(receiver.httpUrl).port), '127.0.0.1');
    socket.write('POST /v1/traces HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\nabc', () => socket.destroy());
    await receiver.waitFor(({ requests }) => requests.length === 1);
    expect(receiver.requests[0]).toMatchObject({ outcome: 'malformed', error: 'the client went away' });
    expect((await post(receiver, traceRequest('a'))).status).toBe(200);
  });
});
