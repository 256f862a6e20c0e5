import { SpanGroup, withSpan } from '@gym/telemetry';
import { closeSharedAgent, isHttpClientError, requestJson } from '@gym/telemetry-undici';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';

import { recordTelemetry, type Recording } from './record-telemetry.ts';
import { startServer, type TestServer } from './start-server.ts';

let recording: Recording;
let server: TestServer;
let failuresLeft = 0;
let finishSlowly = (): void => {};

beforeAll(async () => {
  recording = await recordTelemetry();
  server = await startServer((request, response) => {
    switch (request.url?.split('?')[0]) {
      case '/echo':
        request.pipe(response);
        return;
      case '/headers':
        response.end(JSON.stringify(request.headers));
        return;
      case '/empty':
        response.writeHead(204).end();
        return;
      case '/text':
        response.end('no json');
        return;
      case '/500':
        response.writeHead(500).end('x'.repeat(5000));
        return;
      case '/flaky':
        if (failuresLeft-- > 0) response.writeHead(503).end('later');
        else response.end('{"ok":true}');
        return;
      case '/reset-once':
        if (failuresLeft-- > 0) request.socket.destroy();
        else response.end('{"ok":true}');
        return;
      case '/slow':
        response.write('{"a":');
        finishSlowly = () => response.end('1}');
        return;
      case '/silent':
        return;
      default:
        response.end('{}');
    }
  });
});
beforeEach(async () => {
  server.requests.length = 0;
  await recording.takeSpans();
});
afterAll(async () => {
  await closeSharedAgent();
  await server.stop();
  await recording.stop();
});

const url = (path: string): string => server.origin + path;

async function failureOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => 'no failure',
    (error: unknown) => error,
  );
}

describe('a call that succeeds', () => {
  test('POSTs its body as JSON and gives the parsed answer', async () => {
    await expect(requestJson(url('/echo'), { body: { a: [1, 'ä'] } })).resolves.toMatchObject({
      status: 200,
      data: { a: [1, 'ä'] },
    });
    expect(server.requests[0]?.method).toBe('POST');
  });

  test('without a body is a GET, with accept and no content-type', async () => {
    const { data } = await requestJson<Record<string, string>>(url('/headers'));
    expect(data).toMatchObject({ accept: 'application/json' });
    expect(data).not.toHaveProperty(['content-type']);
  });

  test('lets the caller set Content-Type and Accept in any case', async () => {
    const headers = { 'Content-Type': 'application/vnd.gym+json', ACCEPT: '*/*', 'x-a': '1' };
    const { data } = await requestJson(url('/headers'), { body: {}, headers });
    expect(data).toMatchObject({ 'content-type': 'application/vnd.gym+json', accept: '*/*', 'x-a': '1' });
  });

  test('with an empty 204 answer has undefined data', async () => {
    await expect(requestJson(url('/empty'))).resolves.toMatchObject({ status: 204, data: undefined });
  });

  test('ends its CLIENT span at the end of the body, not at the headers', async () => {
    const call = requestJson(url('/slow'));
    while (server.requests.length === 0) await new Promise(setImmediate);
    await withSpan(SpanGroup.JOB, 'before the end', () => new Promise((later) => setTimeout(later, 20)));
    expect((await recording.takeSpans()).map(({ name }) => name)).toEqual(['before the end']);
    finishSlowly();
    await expect(call).resolves.toMatchObject({ data: { a: 1 } });
    expect((await recording.takeSpans()).map(({ name }) => name)).toEqual(['HTTP GET']);
  });
});

describe('a call that fails', () => {
  test('with 500 throws status, the beginning of the body and no secret', async () => {
    const error = await failureOf(requestJson(url('/500?sig=s3cret'), { headers: { authorization: 's3cret' } }));
    expect(isHttpClientError(error)).toBe(true);
    expect(error).toMatchObject({ code: 'status', status: 500, body: 'x'.repeat(2048), attempts: 1 });
    expect(error).toMatchObject({ message: `GET ${url('/500?sig=REDACTED')} answered 500` });
  });

  test('with 500 and throwOnStatus false gives the answer', async () => {
    const error = await failureOf(requestJson(url('/500'), { throwOnStatus: false }));
    expect(error).toMatchObject({ code: 'invalid_json', status: 500 });
    failuresLeft = 1;
    const call = requestJson(url('/flaky'), { throwOnStatus: false });
    await expect(failureOf(call)).resolves.toMatchObject({ code: 'invalid_json', status: 503, body: 'later' });
  });

  test('with a body that is no JSON throws invalid_json with the body', async () => {
    const error = await failureOf(requestJson(url('/text')));
    expect(error).toMatchObject({ code: 'invalid_json', status: 200, body: 'no json', cause: expect.any(SyntaxError) });
  });

  test('with a refused connection throws network with the cause', async () => {
    const closed = await startServer();
    await closed.stop();
    const error = await failureOf(requestJson(closed.origin));
    expect(error).toMatchObject({ code: 'network', status: undefined, cause: { code: 'ECONNREFUSED' } });
  });

  test('after timeoutMs 30 throws timeout, and its span has error.type timeout', async () => {
    const error = await failureOf(requestJson(url('/silent'), { timeoutMs: 30 }));
    expect(error).toMatchObject({ code: 'timeout', attempts: 1, cause: { message: 'no answer within 30 ms' } });
    expect(await recording.takeSpans()).toMatchObject([
      { attributes: { 'error.type': 'timeout' }, status: { code: 2 } },
    ]);
  });

  test('after timeoutMs 30 in the middle of the body throws timeout', async () => {
    const error = await failureOf(requestJson(url('/slow'), { timeoutMs: 30 }));
    expect(error).toMatchObject({ code: 'timeout' });
    expect(await recording.takeSpans()).toMatchObject([
      { attributes: { 'error.type': 'timeout', 'http.response.status_code': 200 } },
    ]);
  });

  test.each([[undefined], [1000]])(
    "with timeoutMs %s and the caller's abort rejects with its reason",
    async (timeoutMs) => {
      const controller = new AbortController();
      const reason = new Error('enough');
      const limit = timeoutMs === undefined ? {} : { timeoutMs };
      const call = failureOf(requestJson(url('/silent'), { signal: controller.signal, retries: 3, ...limit }));
      setTimeout(() => controller.abort(reason), 20);
      expect(await call).toBe(reason);
      expect(await recording.takeSpans()).toMatchObject([{ status: { code: 0 } }]);
    },
  );

  test('with a signal aborted before rejects with its reason', async () => {
    const reason = new Error('enough');
    const call = requestJson(url('/'), { signal: AbortSignal.abort(reason), timeoutMs: 1000 });
    expect(await failureOf(call)).toBe(reason);
  });

  test('aborted while it waits for its next attempt rejects with the reason', async () => {
    const controller = new AbortController();
    const reason = new Error('enough');
    failuresLeft = 9;
    const call = failureOf(requestJson(url('/flaky'), { signal: controller.signal, retries: 1, retryDelayMs: 60_000 }));
    while (server.requests.length === 0) await new Promise(setImmediate);
    setTimeout(() => controller.abort(reason), 30);
    expect(await call).toBe(reason);
    expect(server.requests).toHaveLength(1);
  });

  test('with a malformed header throws the error of undici, once', async () => {
    const error = await failureOf(requestJson(url('/'), { headers: { 'x-a': '1\n2' }, retries: 2 }));
    expect(error).toMatchObject({ code: 'UND_ERR_INVALID_ARG' });
    expect(await recording.takeSpans()).toHaveLength(1);
  });

  test.each([
    ['an invalid URL', 'nowhere', {}],
    ['a body that cannot be serialised', 'http://127.0.0.1', { body: 1n }],
  ])('with %s rejects with a TypeError', async (_, target, options) => {
    await expect(requestJson(target, options)).rejects.toThrow(TypeError);
  });
});

describe('a call that is repeated', () => {
  test.each([['/flaky'], ['/reset-once']])(
    '%s succeeds at the third attempt, one span each with resend_count',
    async (path) => {
      failuresLeft = 2;
      const call = withSpan(SpanGroup.JOB, 'gym.job', () => requestJson(url(path), { retries: 2, retryDelayMs: 1 }));
      await expect(call).resolves.toMatchObject({ data: { ok: true } });
      const spans = await recording.takeSpans();
      const job = spans.find(({ name }) => name === 'gym.job');
      const attempts = spans.filter(({ kind }) => kind === 2);
      expect(attempts.map(({ attributes }) => attributes['http.request.resend_count'])).toEqual([undefined, 1, 2]);
      expect(new Set(attempts.map((span) => span.parentSpanContext?.spanId))).toEqual(
        new Set([job!.spanContext().spanId]),
      );
    },
  );

  test('gives up after the last attempt and says how many there were', async () => {
    failuresLeft = 9;
    const error = await failureOf(requestJson(url('/flaky'), { retries: 2, retryDelayMs: 1 }));
    expect(error).toMatchObject({ code: 'status', status: 503, attempts: 3 });
    expect((error as Error).message).toContain('(attempt 3)');
    expect(server.requests).toHaveLength(3);
  });

  test('a 500 is not repeated', async () => {
    await failureOf(requestJson(url('/500'), { retries: 2, retryDelayMs: 1 }));
    expect(server.requests).toHaveLength(1);
  });
});

test('durations, retries and timeouts of the calls above are in the metrics, without a rollout id', async () => {
  await requestJson(url('/'));
  const pointsOf = await recording.stop();
  const durations = pointsOf('http.client.request.duration');
  const kinds = durations.map(({ attributes }) => ({ ...attributes, 'server.port': undefined }));
  const common = { 'http.request.method': 'GET', 'server.address': '127.0.0.1', 'server.port': undefined };
  expect(kinds).toContainEqual({ ...common, 'http.response.status_code': 200 });
  expect(kinds).toContainEqual({ ...common, 'http.response.status_code': 503, 'error.type': '503' });
  expect(kinds).toContainEqual({ ...common, 'error.type': 'timeout' });
  expect(durations[0]?.explicitBounds).toEqual([
    0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10,
  ]);
  const reasons = pointsOf('gym.http.retry_total').map(({ attributes }) => attributes['nemo.gym.http.retry_reason']);
  expect(new Set(reasons)).toEqual(new Set(['other', 'server_disconnected']));
  expect(pointsOf('gym.http.timeout_total')).toMatchObject([
    { attributes: { 'nemo.gym.http.timeout_reason': 'deadline' } },
  ]);
});
