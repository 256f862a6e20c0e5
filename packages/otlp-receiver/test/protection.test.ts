import { request } from 'node:http';
import { gzipSync } from 'node:zlib';

import { status } from '@grpc/grpc-js';
import { describe, expect, test } from '@jest/globals';

import { startOtlpReceiver } from '../src/index.ts';
import { traceRequest } from './support/sample.ts';
import { call, post } from './support/send.ts';

describe('a receiver with authToken "s3cret"', () => {
  test.each([
    [undefined, false],
    ['Bearer wrong', false],
    ['s3cret', false],
    ['Bearer s3cret', true],
    ['bearer s3cret', true],
  ])('authorization: %s is let in: %j', async (authorization, isLetIn) => {
    const receiver = await startOtlpReceiver({ authToken: 's3cret' });
    const headers = authorization === undefined ? {} : { authorization };
    const overHttp = await post(receiver, traceRequest('a'), { headers });
    const overGrpc = await call(receiver, traceRequest('b'), { metadata: headers });
    await receiver.stop();
    expect(overHttp.status).toBe(isLetIn ? 200 : 401);
    expect(overHttp.headers.get('www-authenticate')).toBe(isLetIn ? null : 'Bearer');
    expect(overGrpc.error?.code).toBe(isLetIn ? undefined : status.UNAUTHENTICATED);
    expect(receiver.spans).toHaveLength(isLetIn ? 2 : 0);
    expect(receiver.requests.map(({ outcome }) => outcome)).toEqual(
      isLetIn ? ['accepted', 'accepted'] : ['unauthorized', 'unauthorized'],
    );
    expect(JSON.stringify(receiver.requests)).not.toContain('s3cret');
  });
});

describe('a receiver that may hold 5000 bytes at once', () => {
  test('refuses more with 429 and RESOURCE_EXHAUSTED, says when to come again, and takes it once there is room', async () => {
    const receiver = await startOtlpReceiver({ maxConcurrentBytes: 5000 });
    const large = traceRequest('x'.repeat(4000));
    const { hostname, port } = new URL(receiver.httpUrl);
    const headers = { 'content-type': 'application/x-protobuf', 'content-length': large.length };
    const slow = request({ hostname, port, path: '/v1/traces', method: 'POST', headers });
    const answered = new Promise<number | undefined>((resolve) => {
      slow.on('response', (response) => {
        response.resume();
        resolve(response.statusCode);
      });
    });
    slow.write(large.subarray(0, 3900));

    // The slow body has to have arrived before the others are refused.
    let refused = await post(receiver, traceRequest('y'.repeat(3000)));
    while (refused.status === 200) refused = await post(receiver, traceRequest('y'.repeat(3000)));
    const overGrpc = await call(receiver, traceRequest('y'.repeat(3000)));
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
    expect(overGrpc.error?.code).toBe(status.RESOURCE_EXHAUSTED);
    expect(String(overGrpc.error?.metadata.get('grpc-status-details-bin')[0])).toContain('google.rpc.RetryInfo');

    slow.end(large.subarray(3900));
    expect(await answered).toBe(200);
    expect((await post(receiver, traceRequest('y'.repeat(3000)))).status).toBe(200);
    await receiver.stop();
  });

  test('a client that goes away in the middle of its body gives its bytes back', async () => {
    const receiver = await startOtlpReceiver({ maxConcurrentBytes: 5000 });
    const { hostname, port } = new URL(receiver.httpUrl);
    const headers = { 'content-type': 'application/x-protobuf', 'content-length': 5000 };
    const gone = request({ hostname, port, path: '/v1/traces', method: 'POST', headers });
    gone.on('error', () => {});
    gone.write(Buffer.alloc(4000));
    while ((await post(receiver, traceRequest('y'.repeat(3000)))).status === 200);
    gone.destroy();
    await receiver.waitFor(({ requests }) => requests.some(({ outcome }) => outcome === 'malformed'));
    expect((await post(receiver, traceRequest('y'.repeat(3000)))).status).toBe(200);
    await receiver.stop();
  });

  test('one body alone may be larger, and three that inflate to 1 MB each are taken one after the other', async () => {
    const receiver = await startOtlpReceiver({ maxConcurrentBytes: 5000 });
    expect((await post(receiver, traceRequest('z'.repeat(9000)))).status).toBe(200);
    const body = gzipSync(traceRequest('z'.repeat(1_000_000)));
    const statuses = await Promise.all(
      Array.from({ length: 3 }, async () => {
        const { status: code } = await post(receiver, body, { headers: { 'content-encoding': 'gzip' } });
        return code;
      }),
    );
    expect(statuses).toEqual([200, 200, 200]);
    await receiver.stop();
  });
});

test('a host that other machines reach is refused with REMOTE_HOST unless it is allowed', async () => {
  await expect(startOtlpReceiver({ host: '0.0.0.0' })).rejects.toMatchObject({ code: 'REMOTE_HOST' });
  const receiver = await startOtlpReceiver({ host: '0.0.0.0', allowRemote: true, grpc: false });
  expect(receiver.httpUrl).toMatch(/^http:\/\/0\.0\.0\.0:\d+$/);
  await receiver.stop();
});
