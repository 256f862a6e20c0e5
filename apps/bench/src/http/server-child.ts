import type * as http from 'node:http';
import type { RequestListener, Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';

import { FastifyOtelInstrumentation } from '@fastify/otel';
import { fastifyTelemetry, honoTelemetry, tracedListener } from '@gym/telemetry-server';
import { createAdaptorServer } from '@hono/node-server';
import { httpInstrumentationMiddleware } from '@hono/otel';
import { context } from '@opentelemetry/api';
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import type * as fastify from 'fastify';
import { Hono } from 'hono';

import { answerMessages } from '../bench-child.ts';
import { serverVariants } from './server-variants.ts';
import { parentContext, startVariantTelemetry } from './start-variant-telemetry.ts';

// One process of the benchmark `server`: serves in the way its argument names, and tells the CPU time it has used.
const { framework, telemetry, tracing } = serverVariants[process.argv[2]!]!;
await startVariantTelemetry(telemetry);
const instrumentation = tracing === 'instrumentation-http' ? new HttpInstrumentation() : undefined;
if (instrumentation && !instrumentation.isEnabled()) throw new Error('the instrumentation is off');
// `require` gives what the instrumentation has patched.
const require = createRequire(import.meta.url);
const { createServer } = require('http') as typeof http;

const item = { id: 7, name: 'an item of the benchmark', ok: true };

function bareListener(): RequestListener {
  const answer: RequestListener = (_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(item));
  };
  if (telemetry === 'als') {
    const active = parentContext();
    return (request, response) => context.with(active, answer, undefined, request, response);
  }
  return tracing === 'ours' ? tracedListener(answer, { route: () => '/items/:id' }) : answer;
}

async function listenWithFastify(): Promise<Server> {
  const { fastify: Fastify } = require('fastify') as typeof fastify;
  const app = Fastify();
  if (tracing === 'ours') await app.register(fastifyTelemetry);
  if (tracing === 'framework') await app.register(new FastifyOtelInstrumentation().plugin());
  app.get('/items/:id', async () => item);
  await app.listen({ port: 0, host: '127.0.0.1' });
  return app.server;
}

function listenWithHono(): Server {
  const app = new Hono();
  if (tracing === 'ours') app.use(honoTelemetry());
  if (tracing === 'framework') app.use(httpInstrumentationMiddleware());
  app.get('/items/:id', (call) => call.json(item));
  return (createAdaptorServer({ fetch: app.fetch }) as Server).listen(0, '127.0.0.1');
}

async function listen(): Promise<Server> {
  if (framework === 'Fastify') return listenWithFastify();
  return framework === 'Hono' ? listenWithHono() : createServer(bareListener()).listen(0, '127.0.0.1');
}

const server = await listen();
if (!server.listening) await new Promise((listening) => server.once('listening', listening));
// Between two slices a connection waits longer than the five seconds it would be kept.
server.keepAliveTimeout = 0;
answerMessages({ port: (server.address() as AddressInfo).port }, () => {
  const { user, system } = process.cpuUsage();
  return { cpuNs: (user + system) * 1000 };
});
