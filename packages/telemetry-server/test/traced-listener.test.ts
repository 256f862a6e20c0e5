import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { connect as connectHttp2, createServer as createHttp2Server } from 'node:http2';
import { connect, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import { currentRolloutId, SpanGroup, withSpan } from '@gym/telemetry';
import { setHttpRoute, tracedListener, type TracedListenerOptions } from '@gym/telemetry-server';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { request } from 'undici';

import { recordTelemetry, type RecordedSpan, type Recording } from './record-telemetry.ts';
import { startServer, type TestServer } from './start-server.ts';
import { takeSpansUntil } from './take-spans-until.ts';

const traceId = '11111111111111111111111111111111';
const spanId = '2222222222222222';
const traceparent = `00-${traceId}-${spanId}-01`;

let recording: Recording;
const servers: TestServer[] = [];
beforeAll(async () => {
  recording = await recordTelemetry();
});
beforeEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
  await recording.takeSpans();
});

async function serve(listener: RequestListener, options?: TracedListenerOptions): Promise<TestServer> {
  const server = await startServer(tracedListener(listener, options));
  servers.push(server);
  return server;
}

const answer: RequestListener = (_request, response) => {
  withSpan(SpanGroup.VERIFY, 'inside', () => response.end('{}'));
};

async function get(url: string, headers: Record<string, string> = {}): Promise<number> {
  const { statusCode, body } = await request(url, { headers });
  await body.dump();
  return statusCode;
}

/** The SERVER spans, as soon as there are `count` of them. */
async function serverSpans(count = 1): Promise<RecordedSpan[]> {
  const isServer = ({ kind }: RecordedSpan): boolean => kind === 1;
  const spans = await takeSpansUntil(recording, (all) => all.filter(isServer).length >= count);
  return spans.filter(isServer);
}

describe('the SERVER span', () => {
  test('of GET /items/7?sig=x has the route in its name and the stable attributes', async () => {
    const { origin, port } = await serve(answer, { route: () => '/items/:id' });
    await get(`${origin}/items/7?sig=x`, { 'user-agent': 'gym' });
    const [span] = await serverSpans();
    expect(span).toMatchObject({ name: 'GET /items/:id', status: { code: 0 } });
    expect(span!.attributes).toEqual({
      'http.request.method': 'GET',
      'http.response.status_code': 200,
      'http.route': '/items/:id',
      'url.path': '/items/7',
      'url.query': 'sig=REDACTED',
      'url.scheme': 'http',
      'server.address': '127.0.0.1',
      'server.port': port,
      'client.address': '127.0.0.1',
      'user_agent.original': 'gym',
      'network.protocol.version': '1.1',
    });
  });

  test('of a request without a route is named GET', async () => {
    const { origin } = await serve(answer);
    await get(`${origin}/items/7`);
    expect((await serverSpans()).map(({ name }) => name)).toEqual(['GET']);
  });

  test('takes the route that setHttpRoute gives after an await', async () => {
    const { origin } = await serve(async (_request, response) => {
      await sleep(1);
      setHttpRoute('/items/:id');
      response.end();
    });
    await get(`${origin}/items/7`);
    expect((await serverSpans()).map(({ name }) => name)).toEqual(['GET /items/:id']);
  });

  test('has no route when the route rule throws, and the request is answered', async () => {
    const { origin } = await serve(answer, {
      route: () => {
        throw new Error('broken rule');
      },
    });
    await expect(get(`${origin}/a`)).resolves.toBe(200);
    expect((await serverSpans()).map(({ name }) => name)).toEqual(['GET']);
  });

  test.each([
    [404, 0, undefined],
    [500, 2, '500'],
    [503, 2, '503'],
  ])('of a %i answer has status code %i and error.type %s', async (statusCode, code, errorType) => {
    const { origin } = await serve((_request, response) => response.writeHead(statusCode).end());
    await get(`${origin}/a`);
    const [span] = await serverSpans();
    expect(span!.status.code).toBe(code);
    expect(span!.attributes['error.type']).toBe(errorType);
  });

  test('of a client that is gone before the answer ends without a status and with an event', async () => {
    const { origin, port } = await serve(() => {});
    const socket = connect(port, '127.0.0.1');
    socket.write(`GET /a HTTP/1.1\r\nhost: ${origin.slice(7)}\r\n\r\n`);
    await sleep(20);
    socket.destroy();
    const [span] = await serverSpans();
    expect(span).toMatchObject({ status: { code: 0 }, events: [{ name: 'http.response.aborted' }] });
    expect(span!.attributes).not.toHaveProperty(['http.response.status_code']);
  });

  test('of a streamed answer ends when the stream does', async () => {
    let finish = (): void => {};
    const { origin } = await serve((_request, response) => {
      response.write('data: 1\n\n');
      finish = () => response.end('data: 2\n\n');
    });
    const { body } = await request(`${origin}/events`);
    await sleep(10);
    expect(await recording.takeSpans()).toEqual([]);
    finish();
    await body.dump();
    expect(await serverSpans()).toHaveLength(1);
  });

  test('of each of three pipelined requests on one connection is there', async () => {
    const { origin, port } = await serve(answer);
    const socket = connect(port, '127.0.0.1');
    socket.write(`GET /a HTTP/1.1\r\nhost: ${origin.slice(7)}\r\n\r\n`.repeat(3));
    expect(await serverSpans(3)).toHaveLength(3);
    socket.destroy();
  });

  test('of an HTTP/2 request has the protocol version 2', async () => {
    const server = createHttp2Server(tracedListener(answer) as never);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const session = connectHttp2(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const stream = session.request({ ':path': '/a', traceparent });
    stream.resume().end();
    await once(stream, 'end');
    session.close();
    const [span] = await serverSpans();
    server.close();
    expect(span!.attributes).toMatchObject({ 'network.protocol.version': '2', 'server.address': '127.0.0.1' });
    expect(span!.parentSpanContext?.spanId).toBe(spanId);
  });
});

describe('what the listener throws', () => {
  test('is on the span and goes on unchanged, synchronously', async () => {
    const error = new RangeError('no');
    let thrown: unknown;
    const traced = tracedListener(() => {
      throw error;
    });
    const server = await startServer((incoming, response) => {
      try {
        traced(incoming, response);
      } catch (caught) {
        thrown = caught;
        response.writeHead(500).end();
      }
    });
    servers.push(server);
    await get(`${server.origin}/a`);
    const [span] = await serverSpans();
    expect(thrown).toBe(error);
    expect(span).toMatchObject({ status: { code: 2, message: 'no' }, events: [{ name: 'exception' }] });
    expect(span!.attributes['error.type']).toBe('RangeError');
  });

  test('is on the span and still rejects, from an async listener', async () => {
    const error = Object.assign(new Error('no'), { code: 'ENOENT' });
    let rejected: Promise<unknown> | undefined;
    const traced = tracedListener(() => Promise.reject(error) as never) as (...args: unknown[]) => Promise<unknown>;
    const server = await startServer((incoming, response) => {
      rejected = traced(incoming, response).catch((caught: unknown) => {
        response.writeHead(502).end();
        return caught;
      });
    });
    servers.push(server);
    await get(`${server.origin}/a`);
    expect(await rejected).toBe(error);
    expect(await serverSpans()).toMatchObject([
      { attributes: { 'error.type': 'ENOENT', 'http.response.status_code': 502 } },
    ]);
  });
});

describe('the inbound context', () => {
  test('is the parent, and the span is the parent of what happens inside', async () => {
    const { origin } = await serve(answer);
    await get(`${origin}/a`, { traceparent });
    const spans = await takeSpansUntil(recording, (all) => all.length >= 2);
    const server = spans.find(({ kind }) => kind === 1)!;
    const inside = spans.find(({ name }) => name === 'inside')!;
    expect(server.spanContext().traceId).toBe(traceId);
    expect(server.parentSpanContext?.spanId).toBe(spanId);
    expect(inside.parentSpanContext?.spanId).toBe(server.spanContext().spanId);
  });

  test.each([
    ['none', {}],
    ['version ff', { traceparent: `ff-${traceId}-${spanId}-01` }],
    ['capitals', { traceparent: `00-${traceId.replaceAll('1', 'A')}-${spanId}-01` }],
    ['two joined', { traceparent: `${traceparent}, ${traceparent}` }],
  ])('that is invalid (%s) makes a new root', async (_, headers) => {
    const { origin } = await serve(answer);
    await get(`${origin}/a`, headers);
    const [span] = await serverSpans();
    expect(span!.parentSpanContext).toBeUndefined();
  });

  test('is not taken from what was active when the server began to listen', async () => {
    const { origin } = await withSpan(SpanGroup.STARTUP, 'startup', () => serve(answer));
    await get(`${origin}/a`);
    const [span] = await serverSpans();
    expect(span!.parentSpanContext).toBeUndefined();
  });

  test('that is not trusted is a link, and its baggage and rollout id are dropped', async () => {
    let seen: string | undefined = 'unset';
    const { origin } = await serve(
      (_request, response) => {
        seen = currentRolloutId();
        response.end();
      },
      { trustInbound: false },
    );
    await get(`${origin}/ng-rollout/r-2/a`, { traceparent, baggage: 'nemo.gym.rollout.id=r-1' });
    const [span] = await serverSpans();
    expect(span!.parentSpanContext).toBeUndefined();
    expect(span!.spanContext().traceId).not.toBe(traceId);
    expect(span!.links).toMatchObject([{ context: { spanId } }]);
    expect(seen).toBeUndefined();
  });

  test('never leaks between 200 interleaved requests', async () => {
    const { origin } = await serve(async (incoming, response) => {
      await sleep(Math.random() * 5);
      await withSpan(SpanGroup.VERIFY, String(incoming.url), () => sleep(Math.random() * 5));
      response.end(currentRolloutId());
    });
    const answers = await Promise.all(
      Array.from({ length: 200 }, async (_, index) => {
        const { body } = await request(`${origin}/ng-rollout/r-${index}/call-${index}`);
        return body.text();
      }),
    );
    expect(answers).toEqual(answers.map((_, index) => `r-${index}`));
    const spans = await takeSpansUntil(recording, (all) => all.length >= 400);
    const pathById = new Map(spans.map((span) => [span.spanContext().spanId, span.attributes['url.path']]));
    const inner = spans.filter(({ kind }) => kind === 0);
    expect(inner.filter((span) => pathById.get(span.parentSpanContext!.spanId) !== span.name)).toEqual([]);
    expect(inner).toHaveLength(200);
  });
});

describe('the rollout id', () => {
  test.each([
    ['/ng-rollout/r-2/run?x=1', {}, '/run?x=1', 'r-2'],
    ['/run', { baggage: 'nemo.gym.rollout.id=r-1' }, '/run', 'r-1'],
    ['/ng-rollout/r-2/run', { baggage: 'nemo.gym.rollout.id=r-1' }, '/run', 'r-2'],
    ['/run', {}, '/run', undefined],
  ])('of %s with headers %j is current, and the listener sees %s', async (target, headers, url, id) => {
    const seen: unknown[] = [];
    const { origin } = await serve((incoming, response) => {
      seen.push(incoming.url, currentRolloutId());
      response.end();
    });
    await get(origin + target, headers);
    expect(seen).toEqual([url, id]);
    const [span] = await serverSpans();
    expect(span!.attributes['url.path']).toBe('/run');
  });
});

describe('liveness paths', () => {
  test.each(['/', '/health', '/healthz?verbose', '/livez', '/readyz'])('%s makes no span', async (path) => {
    const { origin } = await serve((_request, response) => response.end());
    await expect(get(origin + path)).resolves.toBe(200);
    await get(`${origin}/other`);
    expect((await serverSpans()).map(({ attributes }) => attributes['url.path'])).toEqual(['/other']);
  });

  test('are those of the option livenessPaths when it is given', async () => {
    const { origin } = await serve((_request, response) => response.end(), { livenessPaths: ['/ping'] });
    await get(`${origin}/ping`);
    await get(`${origin}/health`);
    expect((await serverSpans()).map(({ attributes }) => attributes['url.path'])).toEqual(['/health']);
  });
});

afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await recording.stop();
});

test('the durations of the calls above are in the metric by route and status, and liveness paths are not', async () => {
  const { origin } = await serve((_request, response) => response.end(), { route: () => '/last/:id' });
  await get(`${origin}/last/1`);
  await serverSpans();
  const points = (await recording.stop())('http.server.request.duration');
  expect(points.map(({ attributes }) => attributes)).toContainEqual({
    'http.request.method': 'GET',
    'http.response.status_code': 200,
    'http.route': '/last/:id',
    'network.protocol.version': '1.1',
    'url.scheme': 'http',
  });
  const last = points.filter(({ attributes }) => attributes['http.route'] === '/last/:id');
  expect(last.map(({ count }) => Number(count))).toEqual([1]);
  expect(last[0]?.explicitBounds).toHaveLength(14);
});
