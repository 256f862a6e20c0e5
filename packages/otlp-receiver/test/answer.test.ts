import { Metadata, status } from '@grpc/grpc-js';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';

import { startOtlpReceiver, type Fault, type OtlpReceiver } from '../src/index.ts';
import { decode, oracleType } from './support/otlp-oracle.ts';
import { traceRequest, traceRequestJson } from './support/sample.ts';
import { call, post } from './support/send.ts';

let receiver: OtlpReceiver;

beforeEach(async () => {
  receiver = await startOtlpReceiver();
});
afterEach(() => receiver.stop());

const names = (): string[] => receiver.spans.map(({ name }) => name);
const outcomes = (): string[] => receiver.requests.map(({ outcome }) => outcome);

describe('a scripted fault', () => {
  test('status without settings is 503 and UNAVAILABLE, and keeps nothing', async () => {
    receiver.setFault({ kind: 'status' });
    expect((await post(receiver, traceRequest('a'))).status).toBe(503);
    expect((await call(receiver, traceRequest('a'))).error?.code).toBe(status.UNAVAILABLE);
    expect(receiver.spans).toEqual([]);
    expect(receiver.requests).toEqual(Array(2).fill(expect.objectContaining({ outcome: 'fault', items: 1 })));
  });

  test('status 429 with retryAfterSeconds 7 sends Retry-After over HTTP', async () => {
    receiver.setFault({ kind: 'status', httpStatus: 429, retryAfterSeconds: 7, message: 'slow down' });
    const response = await post(receiver, traceRequestJson('a'), { headers: { 'content-type': 'application/json' } });
    expect(response.status).toBe(429);
    expect(response.headers.get('retry-after')).toBe('7');
    expect(await response.json()).toEqual({ code: 14, message: 'slow down' });
  });

  test('status with retryAfterSeconds 1.5 sends RetryInfo over gRPC', async () => {
    receiver.setFault({ kind: 'status', grpcCode: 8, retryAfterSeconds: 1.5, message: '100 % später / \n' });
    const { error } = await call(receiver, traceRequest('a'));
    expect(error).toMatchObject({ code: status.RESOURCE_EXHAUSTED, details: '100 % später / \n' });
    const [bytes] = (error?.metadata ?? new Metadata()).get('grpc-status-details-bin');
    const { details, ...rest } = decode(oracleType('RpcStatus'), bytes as Buffer);
    const [detail] = details as { typeUrl: string; value: Uint8Array }[];
    expect(rest).toEqual({ code: 8, message: '100 % später / \n' });
    expect(detail?.typeUrl).toBe('type.googleapis.com/google.rpc.RetryInfo');
    expect(decode(oracleType('RetryInfo'), detail?.value ?? new Uint8Array())).toEqual({
      retryDelay: { seconds: '1', nanos: 500_000_000 },
    });
  });

  test('delay keeps the data and answers success', async () => {
    receiver.setFault({ kind: 'delay', ms: 20 });
    expect((await post(receiver, traceRequest('a'))).status).toBe(200);
    expect((await call(receiver, traceRequest('b'))).error).toBeUndefined();
    expect(names()).toEqual(['a', 'b']);
  });

  test('delay answers after the client has seen nothing for a while', async () => {
    receiver.setFault({ kind: 'delay', ms: 60_000 });
    expect((await call(receiver, traceRequest('a'), { deadlineMs: 100 })).error?.code).toBe(status.DEADLINE_EXCEEDED);
    expect(names()).toEqual(['a']);
  });

  test('silent never answers and keeps nothing', async () => {
    receiver.setFault({ kind: 'silent' });
    const pending = post(receiver, traceRequest('a')).catch((error: unknown) => error);
    expect((await call(receiver, traceRequest('a'), { deadlineMs: 100 })).error?.code).toBe(status.DEADLINE_EXCEEDED);
    await receiver.waitFor(({ requests }) => requests.length === 2);
    await receiver.stop();
    expect(await pending).toBeInstanceOf(TypeError);
    expect(receiver.spans).toEqual([]);
    expect(outcomes()).toEqual(['fault', 'fault']);
  });

  test('reset breaks the connection, over HTTP with ECONNRESET', async () => {
    receiver.setFault({ kind: 'reset' });
    await expect(post(receiver, traceRequest('a'))).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } });
    expect((await call(receiver, traceRequest('a'))).error?.code).toBe(status.UNAVAILABLE);
    expect(outcomes()).toEqual(['fault', 'fault']);
    receiver.setFault(undefined);
    expect((await post(receiver, traceRequest('b'))).status).toBe(200);
    expect((await call(receiver, traceRequest('c'))).error).toBeUndefined();
    expect(names()).toEqual(['b', 'c']);
  });

  test('partialSuccess with 1 of 3 rejected keeps the first two and says so in all three encodings', async () => {
    const expected = { rejected: '1', errorMessage: 'too old' };
    receiver.setFault({ kind: 'partialSuccess', rejected: 1, message: 'too old' });
    const body = traceRequest('a', 'b', 'c');
    const response = new Uint8Array(await (await post(receiver, body)).arrayBuffer());
    expect(decode(oracleType('ExportResponse'), response)).toEqual({ partialSuccess: expected });
    const answer = await call(receiver, body);
    expect(decode(oracleType('ExportResponse'), answer.response as Buffer)).toEqual({ partialSuccess: expected });
    const headers = { 'content-type': 'application/json' };
    const json = await (await post(receiver, traceRequestJson('a', 'b', 'c'), { headers })).json();
    expect(json).toEqual({ partialSuccess: { rejectedSpans: '1', errorMessage: 'too old' } });
    expect(names()).toEqual(['a', 'b', 'a', 'b', 'a', 'b']);
    expect(outcomes()).toEqual(['partial', 'partial', 'partial']);
  });

  test('partialSuccess with 300 rejected of 1 keeps nothing and writes 300', async () => {
    receiver.setFault({ kind: 'partialSuccess', rejected: 300, message: '' });
    const { response } = await call(receiver, traceRequest('a'));
    expect(decode(oracleType('ExportResponse'), response as Buffer)).toMatchObject({
      partialSuccess: { rejected: '300' },
    });
    expect(receiver.spans).toEqual([]);
  });

  test('garbage answers success with bytes that protobufjs cannot decode', async () => {
    receiver.setFault({ kind: 'garbage' });
    const response = await post(receiver, traceRequest('a'));
    expect(response.status).toBe(200);
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect(() => decode(oracleType('ExportResponse'), bytes)).toThrow();
    expect(() => JSON.parse(Buffer.from(bytes).toString()) as unknown).toThrow(SyntaxError);
    expect((await call(receiver, traceRequest('b'))).response).toEqual(Buffer.from(bytes));
    expect(names()).toEqual(['a', 'b']);
  });

  test('from a function sees the request and fails the first two only', async () => {
    const seen: (string | number)[] = [];
    receiver.setFault(({ signal, items }): Fault | undefined => {
      seen.push(signal, items);
      return seen.length <= 4 ? { kind: 'status' } : undefined;
    });
    const statuses = [];
    for (const name of ['a', 'b', 'c']) statuses.push((await post(receiver, traceRequest(name))).status);
    expect(statuses).toEqual([503, 503, 200]);
    expect(seen).toEqual(['traces', 1, 'traces', 1, 'traces', 1]);
    expect(names()).toEqual(['c']);
  });

  test('function that throws is answered 503 and UNAVAILABLE and noted with its words', async () => {
    receiver.setFault(() => {
      throw new Error('script error');
    });
    expect((await post(receiver, traceRequest('a'))).status).toBe(503);
    expect((await call(receiver, traceRequest('a'))).error?.code).toBe(status.UNAVAILABLE);
    expect(receiver.requests).toEqual(
      Array(2).fill(expect.objectContaining({ outcome: 'failed', error: 'Error: script error' })),
    );
  });

  test('status with an impossible HTTP status breaks that connection only', async () => {
    receiver.setFault({ kind: 'status', httpStatus: 99_999 });
    await expect(post(receiver, traceRequest('a'))).rejects.toThrow();
    receiver.setFault(undefined);
    expect((await post(receiver, traceRequest('a'))).status).toBe(200);
  });
});
