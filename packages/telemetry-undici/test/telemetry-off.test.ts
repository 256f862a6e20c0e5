import {
  closeSharedAgent,
  createTracingDispatcher,
  fetch,
  request,
  requestJson,
  tracingInterceptor,
} from '@gym/telemetry-undici';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { Agent, Dispatcher } from 'undici';

import { rawHeader, startServer, type TestServer } from './start-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
beforeEach(() => {
  server.requests.length = 0;
});
afterAll(async () => {
  await closeSharedAgent();
  await server.stop();
});

test('with telemetry off the very options and handler of the caller are handed on', () => {
  const given: unknown[] = [];
  class Recorder extends Dispatcher {
    override dispatch(...args: Parameters<Dispatcher['dispatch']>): boolean {
      given.push(...args);
      return true;
    }
  }
  const options = { origin: 'http://h', path: '/', method: 'GET' as const };
  const handler = { onRequestStart: () => {} };
  createTracingDispatcher(new Recorder()).dispatch(options, handler);
  tracingInterceptor()((...args) => given.push(...args) > 0)(options, handler);
  expect(given).toHaveLength(4);
  expect(given[0]).toBe(options);
  expect(given[1]).toBe(handler);
  expect(given[2]).toBe(options);
  expect(given[3]).toBe(handler);
});

test('with telemetry off request, fetch and requestJson work and send no trace headers', async () => {
  const { body } = await request(server.origin);
  await body.dump();
  await (await fetch(server.origin)).text();
  await expect(requestJson(server.origin, { body: {} })).resolves.toMatchObject({ data: {} });
  expect(server.requests.map((incoming) => rawHeader(incoming, 'traceparent'))).toEqual([[], [], []]);
});

test('a dispatcher given to two calls is made tracing once and stays open', async () => {
  const agent = new Agent();
  const listeners = (): number => agent.listenerCount('connect');
  await requestJson(server.origin, { dispatcher: agent });
  const once = listeners();
  await requestJson(server.origin, { dispatcher: agent });
  expect(listeners()).toBe(once);
  await agent.close();
});

test('after closeSharedAgent the next call makes a new agent', async () => {
  await requestJson(server.origin);
  await closeSharedAgent();
  await expect(requestJson(server.origin)).resolves.toMatchObject({ status: 200 });
});
