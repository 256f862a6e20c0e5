import type * as http from 'node:http';
import type { RequestListener, Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';

import { fastifyTelemetry, tracedListener } from '@gym/telemetry-server';
import { context } from '@opentelemetry/api';
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import type * as fastify from 'fastify';

import { answerMessages } from './bench-child.ts';
import { serverVariants } from './server-variants.ts';
import { parentContext, startVariantTelemetry } from './start-variant-telemetry.ts';

// One process of the benchmark `server`: serves in the way its argument names, and tells the CPU time it has used.
const { framework, telemetry, tracing } = serverVariants[process.argv[2]!]!;
await startVariantTelemetry(telemetry);
const instrumentation = telemetry === 'otel' ? new HttpInstrumentation() : undefined;
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
  return tracing ? tracedListener(answer, { route: () => '/items/:id' }) : answer;
}

async function listen(): Promise<Server> {
  if (framework === 'node:http') return createServer(bareListener()).listen(0, '127.0.0.1');
  const { fastify: Fastify } = require('fastify') as typeof fastify;
  const app = Fastify();
  if (tracing) await app.register(fastifyTelemetry);
  app.get('/items/:id', async () => item);
  await app.listen({ port: 0, host: '127.0.0.1' });
  return app.server;
}

const server = await listen();
if (!server.listening) await new Promise((listening) => server.once('listening', listening));
// Between two slices a connection waits longer than the five seconds it would be kept.
server.keepAliveTimeout = 0;
answerMessages({ port: (server.address() as AddressInfo).port }, () => {
  const { user, system } = process.cpuUsage();
  return { cpuNs: (user + system) * 1000 };
});
