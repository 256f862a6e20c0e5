import { fastifyTelemetry, rewriteRolloutUrl, setHttpRoute, tracedListener } from '@gym/telemetry-server';
import { expect, test } from '@jest/globals';
import Fastify from 'fastify';
import { request } from 'undici';

import { startServer } from './start-server.ts';

test('with telemetry off a rollout prefix is taken off and the request is answered', async () => {
  const server = await startServer(
    tracedListener((incoming, response) => {
      setHttpRoute('/run');
      response.end(incoming.url);
    }),
  );
  const { body } = await request(`${server.origin}/ng-rollout/r-1/run?x=1`);
  expect(await body.text()).toBe('/run?x=1');
  await server.stop();
});

test('with telemetry off Fastify finds the route under a rollout prefix', async () => {
  const app = Fastify({ rewriteUrl: rewriteRolloutUrl });
  await app.register(fastifyTelemetry);
  app.get('/items/:id', async (incoming) => ({ url: incoming.url, originalUrl: incoming.originalUrl }));
  const answer = await app.inject('/ng-rollout/r-1/items/7');
  expect(answer.json()).toEqual({ url: '/items/7', originalUrl: '/ng-rollout/r-1/items/7' });
  await app.close();
});
