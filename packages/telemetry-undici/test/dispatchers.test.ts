import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';

import { SpanGroup, withSpan } from '@gym/telemetry';
import { createTracingDispatcher, request as tracedRequest, tracingInterceptor } from '@gym/telemetry-undici';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Agent, fetch, getGlobalDispatcher, interceptors, ProxyAgent, request, setGlobalDispatcher } from 'undici';

import { recordTelemetry, type RecordedSpan, type Recording } from './record-telemetry.ts';
import { rawHeader, startServer, type TestServer } from './start-server.ts';

let recording: Recording;
let server: TestServer;
beforeAll(async () => {
  recording = await recordTelemetry({ NEMO_GYM_OTEL_METRICS_ENABLED: '0' });
  server = await startServer((incoming, response) => {
    if (incoming.url === '/cacheable') response.setHeader('cache-control', 'max-age=60');
    setTimeout(() => response.end('{}'), 10);
  });
});
beforeEach(async () => {
  server.requests.length = 0;
  await recording.takeSpans();
});
afterAll(async () => {
  await server.stop();
  await recording.stop();
});

async function takeClientSpans(): Promise<RecordedSpan[]> {
  return (await recording.takeSpans()).filter(({ kind }) => kind === 2);
}

const sentIds = (requests: readonly IncomingMessage[]): string[] =>
  requests.flatMap((incoming) => rawHeader(incoming, 'traceparent').map((value) => value.split('-')[2]!));

describe('a ProxyAgent', () => {
  const tunnels: string[] = [];
  const sockets = new Set<Socket>();
  const proxy = createServer((incoming, response) => {
    tunnels.push(`${incoming.method} ${incoming.url}`);
    response.writeHead(502).end();
  });
  proxy.on('connection', (socket) => sockets.add(socket));
  proxy.on('connect', (incoming, socket: Socket) => {
    tunnels.push(`CONNECT ${incoming.url} ${rawHeader(incoming, 'traceparent').length}`);
    const upstream = connect(server.port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      upstream.pipe(socket).pipe(upstream);
    });
    sockets.add(upstream);
  });
  beforeAll(() => once(proxy.listen(0, '127.0.0.1'), 'listening'));
  afterAll(() => {
    for (const socket of sockets) socket.destroy();
    proxy.close();
  });

  test('has one span for the target, whose traceparent reaches it and not the proxy', async () => {
    const uri = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    const dispatcher = createTracingDispatcher(new ProxyAgent({ uri, proxyTunnel: true }));
    const { body } = await tracedRequest(`${server.origin}/a`, { dispatcher });
    await body.dump();
    await dispatcher.close();
    const spans = await takeClientSpans();
    expect(spans).toMatchObject([{ name: 'HTTP GET', attributes: { 'url.full': `${server.origin}/a` } }]);
    expect(tunnels).toEqual([`CONNECT 127.0.0.1:${server.port} 0`]);
    expect(sentIds(server.requests)).toEqual(spans.map((span) => span.spanContext().spanId));
  });

  test('that cannot reach its target has a span with an error', async () => {
    const dispatcher = createTracingDispatcher(new ProxyAgent({ uri: 'http://127.0.0.1:1' }));
    await expect(tracedRequest(`${server.origin}/a`, { dispatcher })).rejects.toThrow();
    await dispatcher.destroy();
    expect(await takeClientSpans()).toMatchObject([
      { status: { code: 2 }, attributes: { 'error.type': 'ECONNREFUSED' } },
    ]);
  });
});

describe('setGlobalDispatcher', () => {
  const before = getGlobalDispatcher();
  const agent = new Agent();
  beforeAll(() => setGlobalDispatcher(createTracingDispatcher(agent)));
  afterAll(async () => {
    setGlobalDispatcher(before);
    await agent.close();
  });

  test.each([
    ["undici's request", async () => (await request(`${server.origin}/a`)).body.dump()],
    ["undici's fetch", async () => (await fetch(`${server.origin}/a`)).text()],
    // Jest's global object is not the one in which Node's own fetch looks for the dispatcher.
    [
      "Node's own fetch, given the dispatcher,",
      async () =>
        (await globalThis.fetch(`${server.origin}/a`, { dispatcher: getGlobalDispatcher() } as object)).text(),
    ],
  ])('%s has one span and one traceparent, under the active span', async (_, call) => {
    const job = await withSpan(SpanGroup.JOB, 'gym.job', async (span) => {
      await call();
      return span.spanContext().spanId;
    });
    const spans = await takeClientSpans();
    expect(spans.map((span) => span.parentSpanContext?.spanId)).toEqual([job]);
    expect(sentIds(server.requests)).toEqual(spans.map((span) => span.spanContext().spanId));
  });
});

describe('a layer that saves requests', () => {
  async function getAll(dispatcher: Agent | ReturnType<Agent['compose']>, path: string, count: number): Promise<void> {
    const one = async (): Promise<void> => {
      const { body } = await dispatcher.request({ origin: server.origin, path, method: 'GET' });
      await body.dump();
    };
    if (path === '/cacheable') for (let index = 0; index < count; index++) await one();
    else await Promise.all(Array.from({ length: count }, one));
    await dispatcher.close();
  }

  test.each([
    ['cache', '/cacheable', () => interceptors.cache()],
    ['deduplicate', '/same', () => interceptors.deduplicate()],
  ] as const)('%s outside the tracer has a span for each request that is sent', async (_, path, layer) => {
    await getAll(new Agent().compose(tracingInterceptor(), layer()), path, 3);
    const spans = await takeClientSpans();
    expect(server.requests).toHaveLength(1);
    expect(sentIds(server.requests)).toEqual(spans.map((span) => span.spanContext().spanId));
  });

  test('cache inside the tracer has a span for each call, of which one is sent', async () => {
    await getAll(new Agent().compose(interceptors.cache(), tracingInterceptor()), '/cacheable', 3);
    const ids = (await takeClientSpans()).map((span) => span.spanContext().spanId);
    expect(ids).toHaveLength(3);
    expect(sentIds(server.requests)).toEqual([ids[0]]);
  });

  test('deduplicate inside the tracer finds no two requests alike, each has its own traceparent', async () => {
    await getAll(new Agent().compose(interceptors.deduplicate(), tracingInterceptor()), '/same', 3);
    expect(await takeClientSpans()).toHaveLength(3);
    expect(new Set(sentIds(server.requests)).size).toBe(3);
  });
});
