import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';

import { currentRolloutId, SpanGroup, withSpan } from '@gym/telemetry';
import {
  expressTelemetry,
  fastifyTelemetry,
  honoRolloutPath,
  honoTelemetry,
  rewriteRolloutUrl,
  setHttpRoute,
  tracedListener,
  type ServerTelemetryOptions,
} from '@gym/telemetry-server';
import { getRequestListener } from '@hono/node-server';
import express from 'express';
import Fastify from 'fastify';
import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { stream, streamSSE } from 'hono/streaming';

/** A server of the shared suite. */
export interface AdapterServer {
  readonly port: number;
  stop(): Promise<void>;
}

/** One adapter under the suite: it serves the same routes as all others. */
export interface Adapter {
  readonly name: string;
  /** How it spells the wildcard route `/files/*`. */
  readonly wildcard: string;
  readonly start: (options?: ServerTelemetryOptions) => Promise<AdapterServer>;
}

const broken = (): Error => Object.assign(new Error('broken'), { code: 'E_BROKEN' });
const inside = (name: string): void => withSpan(SpanGroup.VERIFY, name, () => {});

/** The body of `/stream`: parts that come later, each with a span. */
async function* parts(): AsyncGenerator<string> {
  for (let index = 0; index < 3; index++) {
    await sleep(1);
    inside('in the stream');
    yield `data: ${index}\n\n`;
  }
}

async function* cutParts(): AsyncGenerator<string> {
  yield 'half';
  await sleep(1);
  throw broken();
}

async function echo(body: unknown): Promise<unknown> {
  await sleep(1);
  inside('inside');
  return { body, rollout: currentRolloutId() ?? null };
}

async function listen(listener: RequestListener): Promise<AdapterServer> {
  return running(createServer(listener));
}

async function running(server: Server): Promise<AdapterServer> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

const sse = { 'content-type': 'text/event-stream' };

async function readJson(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return JSON.parse(text);
}

/** A server that routes by hand, as the gym's smallest ones do. */
async function handRouted(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = request.url!.split('?')[0]!;
  const json = (value: unknown): void => void response.end(JSON.stringify(value));
  const template = [
    [/^\/items\/[^/]+$/, '/items/:id'],
    [/^\/files\/./, '/files/*'],
    [/^\/v1\/[^/]+\/users\/[^/]+$/, '/v1/:tenant/users/:id'],
    [/^\/(?:echo|throws|rejects|teapot|stream|cut|hang)$/, path],
  ].find(([pattern]) => (pattern as RegExp).test(path))?.[1] as string | undefined;
  if (template === undefined || (path === '/echo') !== (request.method === 'POST')) {
    if (template) setHttpRoute(template);
    response.writeHead(template ? 405 : 404).end();
    return;
  }
  setHttpRoute(template);
  if (path === '/echo') return json(await echo(await readJson(request)));
  if (path === '/throws' || path === '/rejects') throw broken();
  if (path === '/teapot') response.writeHead(418).end();
  else if (path === '/stream') Readable.from(parts()).pipe(response.writeHead(200, sse));
  else if (path === '/cut') {
    for await (const part of cutParts()) response.write(part);
  } else if (path !== '/hang') json({ rollout: currentRolloutId() ?? null });
}

const nodeHttp: Adapter = {
  name: 'node:http',
  wildcard: '/files/*',
  start: (options) => {
    const traced = tracedListener((request, response) => handRouted(request, response), options);
    return listen((request, response) => {
      const done = traced(request, response) as unknown as Promise<void> | undefined;
      done?.catch(() => (response.headersSent ? response.destroy() : response.writeHead(500).end()));
    });
  },
};

const fastify: Adapter = {
  name: 'Fastify',
  wildcard: '/files/*',
  async start(options) {
    const app = Fastify({ rewriteUrl: rewriteRolloutUrl, forceCloseConnections: true });
    await app.register(fastifyTelemetry, options ?? {});
    app.get('/items/:id', async () => ({ rollout: currentRolloutId() ?? null }));
    app.get('/files/*', async () => 'file');
    app.post('/echo', (request) => echo(request.body));
    app.get('/throws', () => {
      throw broken();
    });
    app.get('/rejects', () => Promise.reject(broken()));
    app.get('/teapot', () => Promise.reject(Object.assign(new Error('short'), { statusCode: 418 })));
    app.get('/stream', (_request, reply) => reply.headers(sse).send(Readable.from(parts())));
    app.get('/cut', (_request, reply) => reply.send(Readable.from(cutParts())));
    app.get('/hang', () => {});
    app.get('/health', async () => 'ok');
    await app.register(
      async (tenant) => {
        await tenant.register(async (users) => void users.get('/:id', async () => 'user'), { prefix: '/users' });
      },
      { prefix: '/v1/:tenant' },
    );
    await app.listen({ port: 0, host: '127.0.0.1' });
    return { port: (app.server.address() as AddressInfo).port, stop: () => app.close() };
  },
};

const hono: Adapter = {
  name: 'Hono',
  wildcard: '/files/*',
  start(options) {
    const app = new Hono({ getPath: honoRolloutPath });
    app.use(honoTelemetry(options));
    app.use('/files/*', (_c, next) => next());
    app.get('/items/:id', (c) => c.json({ rollout: currentRolloutId() ?? null }));
    app.get('/files/*', (c) => c.text('file'));
    app.post('/echo', async (c) => c.json((await echo(await c.req.json())) as object));
    app.get('/throws', () => {
      throw broken();
    });
    app.get('/rejects', () => Promise.reject(broken()));
    app.get('/stream', (c) =>
      streamSSE(c, async (events) => {
        for await (const part of parts()) await events.write(part);
      }),
    );
    app.get('/cut', (c) =>
      stream(c, async (out) => {
        for await (const part of cutParts()) await out.write(part);
      }),
    );
    app.get('/hang', () => new Promise<never>(() => {}));
    app.get('/health', (c) => c.text('ok'));
    const users = new Hono().get('/:id', (c) => c.text('user'));
    app.route('/v1/:tenant', new Hono().route('/users', users));
    app.get('/teapot', () => {
      throw new HTTPException(418);
    });
    app.onError((error, c) => (error instanceof HTTPException ? error.getResponse() : c.text(error.message, 500)));
    return listen(getRequestListener(app.fetch, { overrideGlobalObjects: false }));
  },
};

const expressAdapter: Adapter = {
  name: 'Express',
  wildcard: '/files/*path',
  start(options) {
    const app = express();
    app.use(expressTelemetry(options));
    app.use(express.json());
    const users = express.Router().get('/:id', (_request, response) => void response.send('user'));
    const tenant = express.Router().use('/users', users);
    app.use('/v1/:tenant', tenant);
    app.get('/items/:id', (_request, response) => void response.json({ rollout: currentRolloutId() ?? null }));
    app.get('/files/*path', (_request, response) => void response.send('file'));
    app.post('/echo', (request, response) => echo(request.body).then((answer) => response.json(answer)));
    app.get('/throws', () => {
      throw broken();
    });
    app.get('/rejects', () => Promise.reject(broken()));
    app.get('/teapot', () => Promise.reject(Object.assign(new Error('short'), { status: 418 })));
    app.get('/stream', (_request, response) => void Readable.from(parts()).pipe(response.set(sse)));
    app.get('/cut', async (_request, response) => {
      for await (const part of cutParts()) response.write(part);
    });
    app.get('/hang', () => {});
    app.get('/health', (_request, response) => void response.send('ok'));
    app.set('env', 'test');
    return listen(app);
  },
};

/** Every adapter of the package. */
export const adapters: readonly Adapter[] = [nodeHttp, fastify, hono, expressAdapter];
