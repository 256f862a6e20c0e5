import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { createTracingDispatcher, fetch, request } from '@gym/telemetry-undici';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Agent } from 'undici';

import { recordTelemetry, type RecordedSpan, type Recording } from './record-telemetry.ts';
import { startServer, type TestServer } from './start-server.ts';

const size = 10 * 1024 * 1024;
const large = Buffer.alloc(size);

let recording: Recording;
let server: TestServer;
let endEvents = (): void => {};
const agent = new Agent();
const dispatcher = createTracingDispatcher(agent);
beforeAll(async () => {
  recording = await recordTelemetry({ NEMO_GYM_OTEL_METRICS_ENABLED: '0' });
  server = await startServer((incoming, response) => {
    if (incoming.url === '/large') response.end(large);
    else if (incoming.url === '/204') response.writeHead(204).end();
    else if (incoming.url === '/304') response.writeHead(304).end();
    else if (incoming.url === '/processing') {
      response.writeProcessing();
      response.end('done');
    } else if (incoming.url === '/events') {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n');
      endEvents = () => response.end('data: 2\n\n');
    } else response.end('{}');
  });
});
beforeEach(() => recording.takeSpans());
afterAll(async () => {
  await agent.destroy();
  await server.stop();
});

async function takeOne(): Promise<RecordedSpan> {
  const spans = await recording.takeSpans();
  expect(spans).toHaveLength(1);
  return spans[0]!;
}

describe('the CLIENT span ends at the headers', () => {
  test.each([
    ['HEAD', '/a', 200],
    ['GET', '/204', 204],
    ['GET', '/304', 304],
    ['GET', '/processing', 200],
  ] as const)('of %s %s, with status %i and no error', async (method, path, status) => {
    const { body } = await request(server.origin + path, { dispatcher, method });
    const span = await takeOne();
    await body.dump();
    expect(span.attributes['http.response.status_code']).toBe(status);
    expect(span.status.code).toBe(0);
  });

  test('of server-sent events that go on', async () => {
    const { body } = await request(`${server.origin}/events`, { dispatcher });
    expect((await takeOne()).attributes['http.response.status_code']).toBe(200);
    endEvents();
    expect(await body.text()).toBe('data: 1\n\ndata: 2\n\n');
    expect(await recording.takeSpans()).toEqual([]);
  });

  test.each([
    ['cancelled', async (): Promise<void> => (await fetch(`${server.origin}/large`, { dispatcher })).body?.cancel()],
    ['dumped', async () => (await request(`${server.origin}/large`, { dispatcher })).body.dump({ limit: 10 })],
    [
      'destroyed',
      async () => void (await request(`${server.origin}/large`, { dispatcher })).body.on('error', () => {}).destroy(),
    ],
  ])('of a 10 MB body that is %s', async (_, call) => {
    await call();
    expect(await takeOne()).toMatchObject({ status: { code: 0 }, events: [] });
  });
});

/** Calls whose 10 MB bodies nobody reads, in a scope of their own so that nothing holds them. */
async function callWithoutReading(origin: string): Promise<void> {
  for (let count = 0; count < 5; count++) {
    await request(`${origin}/large`, { dispatcher });
    await fetch(`${origin}/large`, { dispatcher });
  }
}

test('ten 10 MB bodies that nobody reads and the garbage collector takes leave no span open', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  await callWithoutReading(server.origin);
  for (let round = 0; round < 5; round++) {
    collect();
    await sleep(5);
  }
  expect(await recording.takeSpans()).toHaveLength(10);
  // At shutdown the SDK ends what is open, and says so on it.
  await recording.stop();
  expect(await recording.takeSpans()).toEqual([]);
});
