import { once } from 'node:events';
import { Writable } from 'node:stream';

import { detachWithLink, runWithRolloutId, SpanGroup, withSpan } from '@gym/telemetry';
import { createTracingDispatcher, fetch, request, tracingInterceptor } from '@gym/telemetry-undici';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Agent, interceptors, MockAgent, Pool, RetryAgent, type Dispatcher } from 'undici';

import { recordTelemetry, type RecordedSpan, type Recording } from './record-telemetry.ts';
import { rawHeader, startServer, type TestServer } from './start-server.ts';

const client = 2;
let recording: Recording;
let server: TestServer;
let failuresLeft = 0;
const agent = new Agent();
const tracing = createTracingDispatcher(agent);

beforeAll(async () => {
  recording = await recordTelemetry({ NEMO_GYM_OTEL_METRICS_ENABLED: '0' });
  server = await startServer((incoming, response) => {
    const path = incoming.url?.split('?')[0];
    if (path === '/flaky' && failuresLeft-- > 0) response.writeHead(503).end();
    else if (path === '/404') response.writeHead(404).end();
    else if (path === '/moved') response.writeHead(302, { location: '/there' }).end();
    else if (path === '/reset') incoming.socket.destroy();
    else if (path === '/silent') void 0;
    else if (path === '/cut')
      response.writeHead(200, { 'content-length': 9 }).write('half', () => incoming.socket.destroy());
    else if (path === '/large') response.end(Buffer.alloc(10 * 1024 * 1024));
    else if (path === '/hints') {
      response.writeEarlyHints({ link: '</a>; rel=preload' });
      response.end('{}');
    } else response.end('{}');
  });
  server.server.on('upgrade', (_request, socket) => {
    socket.end('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: echo\r\n\r\n');
  });
});
beforeEach(async () => {
  server.requests.length = 0;
  await recording.takeSpans();
});
afterAll(async () => {
  await agent.destroy();
  await server.stop();
  await recording.stop();
});

async function takeClientSpans(): Promise<RecordedSpan[]> {
  return (await recording.takeSpans()).filter(({ kind }) => kind === client);
}

async function get(path: string, dispatcher: Dispatcher = tracing, method: string = 'GET'): Promise<number> {
  const options = { dispatcher, method };
  const { statusCode, body } = await request(server.origin + path, options);
  await body.dump();
  return statusCode;
}

describe('the CLIENT span', () => {
  test('of GET /a?sig=x has the stable HTTP attributes and a redacted URL', async () => {
    await get('/a?sig=x');
    const [span] = await takeClientSpans();
    expect(span).toMatchObject({ name: 'HTTP GET', status: { code: 0 } });
    expect(span!.attributes).toEqual({
      'http.request.method': 'GET',
      'server.address': '127.0.0.1',
      'server.port': server.port,
      'url.full': `${server.origin}/a?sig=REDACTED`,
      'http.response.status_code': 200,
    });
  });

  test.each([
    ['get', 'HTTP GET', 'GET'],
    ['PURGE', 'HTTP', '_OTHER'],
  ])('of the method %s is named %s and keeps the original method', async (method, name, known) => {
    await tracing.request({ origin: server.origin, path: '/', method }).then(
      ({ body }) => body.dump(),
      () => {},
    );
    const [span] = await takeClientSpans();
    expect(span!.name).toBe(name);
    expect(span!.attributes).toMatchObject({
      'http.request.method': known,
      'http.request.method_original': method,
    });
  });

  test('of a 404 is an error with error.type 404', async () => {
    await get('/404');
    const [span] = await takeClientSpans();
    expect(span!.status.code).toBe(2);
    expect(span!.attributes).toMatchObject({ 'http.response.status_code': 404, 'error.type': '404' });
  });

  test('of a reset connection has error.type UND_ERR_SOCKET and an exception event', async () => {
    await expect(get('/reset')).rejects.toThrow('other side closed');
    const [span] = await takeClientSpans();
    expect(span).toMatchObject({ status: { code: 2, message: 'other side closed' }, events: [{ name: 'exception' }] });
    expect(span!.attributes['error.type']).toBe('UND_ERR_SOCKET');
  });

  test('of a refused connection has error.type ECONNREFUSED', async () => {
    const closed = await startServer();
    await closed.stop();
    await expect(request(closed.origin, { dispatcher: tracing })).rejects.toThrow();
    const [span] = await takeClientSpans();
    expect(span!.attributes['error.type']).toBe('ECONNREFUSED');
  });

  test('of a call that AbortSignal.timeout ends has error.type timeout', async () => {
    const given = { dispatcher: tracing, signal: AbortSignal.timeout(20) };
    await expect(request(`${server.origin}/silent`, given)).rejects.toThrow();
    const [span] = await takeClientSpans();
    expect(span).toMatchObject({ status: { code: 2 }, attributes: { 'error.type': 'timeout' } });
  });

  test.each([
    ['no reason', undefined],
    ['an error of its own', new Error('enough')],
  ])('of a call its caller aborts with %s is no error', async (_, reason) => {
    const controller = new AbortController();
    const given = { dispatcher: tracing, signal: controller.signal };
    const call = request(`${server.origin}/silent`, given);
    setTimeout(() => controller.abort(reason), 20);
    await expect(call).rejects.toThrow(reason ?? 'aborted');
    const [span] = await takeClientSpans();
    expect(span!.status.code).toBe(0);
    expect(span!.attributes).not.toHaveProperty(['error.type']);
  });

  test('ends at the headers of a 10 MB body that nobody reads', async () => {
    const { body } = await request(`${server.origin}/large`, { dispatcher: tracing });
    expect(await takeClientSpans()).toHaveLength(1);
    body.on('error', () => {}).destroy();
  });

  test('ends without an error at the headers of a body that is cut off later', async () => {
    const { body } = await request(`${server.origin}/cut`, { dispatcher: tracing });
    await expect(body.text()).rejects.toThrow();
    expect(await takeClientSpans()).toMatchObject([{ status: { code: 0 } }]);
  });

  test('has the final status after a 103 response', async () => {
    await get('/hints');
    expect(await takeClientSpans()).toMatchObject([{ attributes: { 'http.response.status_code': 200 } }]);
  });

  test('of an upgrade ends with status 101', async () => {
    const { socket } = await tracing.upgrade({ path: '/', origin: server.origin, protocol: 'echo' } as never);
    socket.destroy();
    expect(await takeClientSpans()).toMatchObject([{ attributes: { 'http.response.status_code': 101 } }]);
  });

  test('carries the rollout id, which travels as baggage', async () => {
    await runWithRolloutId('r-1', () => get('/a'));
    const [span] = await takeClientSpans();
    expect(span!.attributes['nemo.gym.rollout.id']).toBe('r-1');
    expect(rawHeader(server.requests[0], 'baggage')).toEqual(['nemo.gym.rollout.id=r-1']);
  });

  test('of a detached call is a root that links to the job', async () => {
    await withSpan(SpanGroup.JOB, 'gym.job', () => detachWithLink(() => get('/a')));
    const spans = await recording.takeSpans();
    const job = spans.find(({ name }) => name === 'gym.job');
    const call = spans.find(({ kind }) => kind === client);
    expect(call!.parentSpanContext).toBeUndefined();
    expect(call!.links.map((link) => link.context.spanId)).toEqual([job!.spanContext().spanId]);
  });
});

describe('parents', () => {
  test('64 calls under 64 spans over 4 connections keep their own parent', async () => {
    const narrow = createTracingDispatcher(new Agent({ connections: 4 }));
    const names = Array.from({ length: 64 }, (_, index) => `caller ${index}`);
    await Promise.all(
      names.map((name) => withSpan(SpanGroup.TOOL_CALL, name, () => get(`/${name.replace(' ', '-')}`, narrow))),
    );
    await narrow.close();
    const spans = await recording.takeSpans();
    const nameById = new Map(spans.map((span) => [span.spanContext().spanId, span.name]));
    const pairs = spans
      .filter(({ kind }) => kind === client)
      .map((span) => [
        nameById.get(span.parentSpanContext?.spanId ?? ''),
        new URL(String(span.attributes['url.full'])).pathname,
      ]);
    expect(pairs).toHaveLength(64);
    expect(pairs.filter(([name, path]) => `/${name?.replace(' ', '-')}` !== path)).toEqual([]);
  });
});

describe('calls that are sent again', () => {
  const fast = { minTimeout: 1, maxTimeout: 5 };

  test.each([
    [
      'a RetryAgent over a tracing dispatcher',
      (): Dispatcher => new RetryAgent(createTracingDispatcher(new Agent({ connections: 1 })), fast),
    ],
    [
      'compose(tracingInterceptor(), retry)',
      (): Dispatcher => new Agent({ connections: 1 }).compose(tracingInterceptor(), interceptors.retry(fast)),
    ],
  ])('%s makes one span per attempt, counted, under one parent', async (_, make) => {
    const dispatcher = make();
    // The connection belongs to another caller's context, in which undici calls the retry handler back.
    await withSpan(SpanGroup.TOOL_CALL, 'other', () => get('/a', dispatcher));
    await recording.takeSpans();
    server.requests.length = 0;
    failuresLeft = 2;
    await withSpan(SpanGroup.JOB, 'gym.job', async () => {
      const { body } = await dispatcher.request({ origin: server.origin, path: '/flaky', method: 'GET' });
      await body.dump();
    });
    await dispatcher.close();
    const spans = await recording.takeSpans();
    const job = spans.find(({ name }) => name === 'gym.job');
    const attempts = spans.filter(({ kind }) => kind === client);
    expect(attempts.map(({ attributes }) => attributes['http.request.resend_count'])).toEqual([undefined, 1, 2]);
    expect(new Set(attempts.map((span) => span.parentSpanContext?.spanId))).toEqual(
      new Set([job!.spanContext().spanId]),
    );
    expect(server.requests.map((incoming) => rawHeader(incoming, 'traceparent')[0]?.split('-')[2])).toEqual(
      attempts.map((span) => span.spanContext().spanId),
    );
  });

  test.each([
    [
      'compose(retry, tracingInterceptor())',
      (): Dispatcher => new Agent().compose(interceptors.retry(fast), tracingInterceptor()),
    ],
    [
      'a tracing dispatcher over a RetryAgent',
      (): Dispatcher => createTracingDispatcher(new RetryAgent(new Agent(), fast)),
    ],
    [
      'a tracing dispatcher over compose(tracingInterceptor(), retry)',
      (): Dispatcher => createTracingDispatcher(new Agent().compose(tracingInterceptor(), interceptors.retry(fast))),
    ],
  ])('%s makes one span for the whole call', async (_, make) => {
    const dispatcher = make();
    failuresLeft = 2;
    const { body } = await dispatcher.request({ origin: server.origin, path: '/flaky', method: 'GET' });
    await body.dump();
    await dispatcher.close();
    expect(await takeClientSpans()).toHaveLength(1);
    expect(server.requests.map((incoming) => rawHeader(incoming, 'traceparent').length)).toEqual([1, 1, 1]);
  });

  test('compose(tracingInterceptor(), redirect) counts the redirect as a resend', async () => {
    const dispatcher = new Agent().compose(tracingInterceptor(), interceptors.redirect({ maxRedirections: 2 }));
    const { body } = await dispatcher.request({ origin: server.origin, path: '/moved', method: 'GET' });
    await body.dump();
    await dispatcher.close();
    const spans = await takeClientSpans();
    expect(spans.map(({ attributes }) => attributes['http.request.resend_count'])).toEqual([undefined, 1]);
  });

  test('fetch makes one span for each redirect', async () => {
    const response = await fetch(`${server.origin}/moved`, { dispatcher: tracing });
    await response.text();
    const urls = (await takeClientSpans()).map(({ attributes }) => attributes['url.full']);
    expect(urls).toEqual([`${server.origin}/moved`, `${server.origin}/there`]);
  });
});

describe('other dispatchers', () => {
  test('a Pool used directly is described by the option origin', async () => {
    const pool = createTracingDispatcher(new Pool(server.origin), { origin: server.origin });
    const { body } = await pool.request({ path: '/a', method: 'GET' });
    await body.dump();
    await pool.close();
    expect(await takeClientSpans()).toMatchObject([{ attributes: { 'url.full': `${server.origin}/a` } }]);
  });

  test('a MockAgent answers, and sees the traceparent', async () => {
    const mock = new MockAgent();
    mock.disableNetConnect();
    const seen: unknown[] = [];
    mock
      .get('http://mock')
      .intercept({ path: '/a', method: 'POST' })
      .reply(200, ({ headers }) => {
        seen.push(headers);
        return '{}';
      });
    const response = await fetch('http://mock/a', {
      method: 'POST',
      body: 'b',
      dispatcher: createTracingDispatcher(mock),
    });
    expect(await response.json()).toEqual({});
    expect(seen).toEqual([expect.objectContaining({ traceparent: expect.stringMatching(/^00-/) })]);
    await mock.close();
  });

  test('a tracing dispatcher inside another one makes no second span', async () => {
    await get('/a', createTracingDispatcher(createTracingDispatcher(agent)));
    expect(await takeClientSpans()).toHaveLength(1);
  });

  test('close, destroy and the events of the dispatcher pass through', async () => {
    const inner = new Agent();
    const outer = createTracingDispatcher(inner);
    const connected = once(outer, 'connect');
    await get('/a', outer);
    await connected;
    await outer.close();
    await expect(inner.request({ origin: server.origin, path: '/', method: 'GET' })).rejects.toThrow(
      /closed|destroyed/,
    );
    const second = new Agent();
    await createTracingDispatcher(second).destroy();
    await expect(second.request({ origin: server.origin, path: '/', method: 'GET' })).rejects.toThrow('destroyed');
    await new Promise<void>((closed) => createTracingDispatcher(new Agent()).close(closed));
    await new Promise<void>((destroyed) => createTracingDispatcher(new Agent()).destroy(destroyed));
  });

  test('stream and pipeline are traced', async () => {
    const sink = (): Writable => new Writable({ write: (_chunk, _encoding, done) => done() });
    await tracing.stream({ origin: server.origin, path: '/a', method: 'GET' }, sink);
    const piped = tracing.pipeline({ origin: server.origin, path: '/b', method: 'GET' }, ({ body }) => body);
    piped.end().resume();
    await once(piped, 'end');
    expect(await takeClientSpans()).toHaveLength(2);
  });
});

describe('what travels', () => {
  test('propagateTo keeps trace headers from an origin, and the span stays', async () => {
    const asked: string[] = [];
    const shy = createTracingDispatcher(agent, { propagateTo: (origin) => asked.push(origin) < 0 });
    await get('/a', shy);
    expect(asked).toEqual([server.origin]);
    expect(rawHeader(server.requests[0], 'traceparent')).toEqual([]);
    expect(await takeClientSpans()).toHaveLength(1);
  });

  test.each([
    ['path', '/ng-rollout/r-1/a?b=c', 'r-1'],
    ['baggage', '/a?b=c', 'r-1'],
    ['none', '/a?b=c', undefined],
  ] as const)('with rolloutId %s the server gets %s', async (rolloutId, target, id) => {
    await runWithRolloutId('r-1', () => get('/a?b=c', createTracingDispatcher(agent, { rolloutId })));
    expect(server.requests[0]?.url).toBe(target);
    expect(rawHeader(server.requests[0], 'baggage')[0]?.split('=')[1]).toBe(id);
  });

  test('an id that a path cannot carry does not change the path', async () => {
    await runWithRolloutId('../etc', () => get('/a', createTracingDispatcher(agent, { rolloutId: 'path' })));
    expect(server.requests[0]?.url).toBe('/a');
  });

  test('a propagateTo that throws costs the telemetry of the call, not the call', async () => {
    const broken = createTracingDispatcher(agent, {
      propagateTo: () => {
        throw new Error('broken rule');
      },
    });
    await expect(get('/a', broken)).resolves.toBe(200);
  });
});
