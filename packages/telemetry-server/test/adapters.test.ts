import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { request } from 'undici';

import { adapters, type AdapterServer } from './adapters.ts';
import { recordTelemetry, type RecordedSpan, type Recording } from './record-telemetry.ts';
import { takeSpansUntil } from './take-spans-until.ts';

const traceId = '11111111111111111111111111111111';
const traceparent = `00-${traceId}-2222222222222222-01`;
const isServer = ({ kind }: RecordedSpan): boolean => kind === 1;

let recording: Recording;
beforeAll(async () => {
  recording = await recordTelemetry({ NEMO_GYM_OTEL_METRICS_ENABLED: '0' });
});
beforeEach(() => recording.takeSpans());
afterAll(() => recording.stop());

describe.each(adapters)('the adapter of $name', ({ start, wildcard }) => {
  let server: AdapterServer;
  let origin: string;
  beforeAll(async () => {
    server = await start();
    origin = `http://127.0.0.1:${server.port}`;
  });
  afterAll(() => server.stop());

  async function send(
    path: string,
    options: {
      readonly method?: 'POST' | 'HEAD';
      readonly body?: string;
      readonly headers?: Record<string, string>;
    } = {},
  ): Promise<{ readonly status: number; readonly text: string }> {
    const headers = {
      ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...options.headers,
    };
    const { statusCode, body } = await request(origin + path, { ...options, headers });
    return { status: statusCode, text: await body.text() };
  }

  async function serverSpan(): Promise<RecordedSpan> {
    const spans = await takeSpansUntil(recording, (all) => all.some(isServer));
    expect(spans.filter(isServer)).toHaveLength(1);
    return spans.find(isServer)!;
  }

  test.each([
    ['GET', '/items/7?x=1', 'GET /items/:id', 200],
    ['GET', '/items/items', 'GET /items/:id', 200],
    ['GET', '/files/a/b', `GET ${wildcard}`, 200],
    ['GET', '/v1/acme/users/7', 'GET /v1/:tenant/users/:id', 200],
    ['GET', '/v1/users/users/users', 'GET /v1/:tenant/users/:id', 200],
    ['GET', '/nowhere/7', 'GET', 404],
    ['GET', '/v1/acme/nowhere', 'GET', 404],
    ['HEAD', '/items/7', 'HEAD /items/:id', 200],
  ] as const)('%s %s is named %s', async (method, path, name, status) => {
    await expect(send(path, method === 'HEAD' ? { method } : {})).resolves.toMatchObject({ status });
    const span = await serverSpan();
    expect(span).toMatchObject({ name, attributes: { 'url.path': path.split('?')[0] } });
    expect(span.attributes['http.response.status_code']).toBe(status);
    expect(span.attributes['http.route']).toBe(name.split(' ')[1]);
  });

  test('GET on a route for POST, a 404 or 405, has no raw path in its name', async () => {
    const { status } = await send('/echo');
    expect([404, 405]).toContain(status);
    expect(['GET', 'GET /echo']).toContain((await serverSpan()).name);
  });

  test("a POST with a body is handled in the caller's trace, after awaits too", async () => {
    const { text } = await send('/ng-rollout/r-1/echo', { method: 'POST', body: '{"a":1}', headers: { traceparent } });
    expect(JSON.parse(text)).toEqual({ body: { a: 1 }, rollout: 'r-1' });
    const spans = await takeSpansUntil(recording, (all) => all.length === 2);
    const span = spans.find(isServer)!;
    expect(span).toMatchObject({ name: 'POST /echo', parentSpanContext: { spanId: '2222222222222222' } });
    expect(span.spanContext().traceId).toBe(traceId);
    expect(spans.find(({ name }) => name === 'inside')!.parentSpanContext?.spanId).toBe(span.spanContext().spanId);
  });

  test.each([
    ['/ng-rollout/r-2/items/7', 'r-2'],
    ['/items/7', 'r-1'],
  ])('the rollout id of %s with one in baggage is %s', async (path, rollout) => {
    const { text } = await send(path, { headers: { baggage: 'nemo.gym.rollout.id=r-1' } });
    expect(JSON.parse(text)).toEqual({ rollout });
    expect((await serverSpan()).attributes['url.path']).toBe('/items/7');
  });

  test.each(['/throws', '/rejects'])('%s is a 500 with an exception event and the code as error.type', async (path) => {
    await expect(send(path)).resolves.toMatchObject({ status: 500 });
    const span = await serverSpan();
    expect(span).toMatchObject({
      name: `GET ${path}`,
      status: { code: 2, message: 'broken' },
      events: [{ name: 'exception' }],
    });
    expect(span.attributes).toMatchObject({ 'error.type': 'E_BROKEN', 'http.response.status_code': 500 });
  });

  test('an error that becomes a 418 is no error of the server', async () => {
    await expect(send('/teapot')).resolves.toMatchObject({ status: 418 });
    expect(await serverSpan()).toMatchObject({ name: 'GET /teapot', status: { code: 0 }, events: [] });
  });

  test('a stream of server-sent events ends its span with its last event, and its spans belong to it', async () => {
    const { text } = await send('/stream');
    expect(text).toBe('data: 0\n\ndata: 1\n\ndata: 2\n\n');
    const spans = await takeSpansUntil(recording, (all) => all.some(isServer));
    const inner = spans.filter(({ name }) => name === 'in the stream');
    const { spanId } = spans.at(-1)!.spanContext();
    expect(spans.map(isServer)).toEqual([false, false, false, true]);
    expect(inner.map(({ parentSpanContext }) => parentSpanContext?.spanId)).toEqual([spanId, spanId, spanId]);
  });

  test('a client that is gone before the answer leaves an event, no status and no error', async () => {
    const socket = connect(server.port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write('GET /hang HTTP/1.1\r\nhost: a\r\n\r\n');
    await sleep(20);
    socket.destroy();
    const span = await serverSpan();
    expect(span).toMatchObject({ name: 'GET /hang', status: { code: 0 }, events: [{ name: 'http.response.aborted' }] });
    expect(span.attributes).not.toHaveProperty(['http.response.status_code']);
  });

  test('a body that fails half-way ends its span', async () => {
    await send('/cut').catch(() => {});
    expect(await serverSpan()).toMatchObject({ name: 'GET /cut', attributes: { 'http.response.status_code': 200 } });
  });

  test('three pipelined requests on one connection have a span each', async () => {
    const socket = connect(server.port, '127.0.0.1');
    socket.write('GET /items/7 HTTP/1.1\r\nhost: a\r\n\r\n'.repeat(3));
    const spans = await takeSpansUntil(recording, (all) => all.length === 3);
    socket.destroy();
    expect(spans.map(({ name }) => name)).toEqual(Array(3).fill('GET /items/:id'));
    expect(new Set(spans.map((span) => span.spanContext().traceId)).size).toBe(3);
  });
});

describe.each(adapters)('the adapter of $name with other settings', ({ name, start }) => {
  let server: AdapterServer;
  afterEach(() => server.stop());

  test('without trust makes a root that links to the caller', async () => {
    server = await start({ trustInbound: false });
    await request(`http://127.0.0.1:${server.port}/items/7`, { headers: { traceparent } });
    const [span] = await takeSpansUntil(recording, (all) => all.length > 0);
    expect(span!.parentSpanContext).toBeUndefined();
    expect(span!.links).toMatchObject([{ context: { spanId: '2222222222222222' } }]);
  });

  test(`${name} makes no span for a path in livenessPaths`, async () => {
    server = await start({ livenessPaths: ['/items/alive'] });
    for (const id of ['alive', '7']) {
      const { body } = await request(`http://127.0.0.1:${server.port}/items/${id}`);
      await body.dump();
    }
    const spans = await takeSpansUntil(recording, (all) => all.length > 0);
    expect(spans.map(({ attributes }) => attributes['url.path'])).toEqual(['/items/7']);
  });
});
