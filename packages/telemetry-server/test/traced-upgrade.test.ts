import { once } from 'node:events';
import { connect } from 'node:net';

import { SpanGroup, withSpan } from '@gym/telemetry';
import { tracedListener, tracedUpgrade } from '@gym/telemetry-server';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';

import { recordTelemetry, type Recording } from './record-telemetry.ts';
import { startServer, type TestServer } from './start-server.ts';
import { takeSpansUntil } from './take-spans-until.ts';

const traceparent = '00-11111111111111111111111111111111-2222222222222222-01';
const switching = 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: echo\r\n\r\n';

let recording: Recording;
let server: TestServer;
beforeAll(async () => {
  recording = await recordTelemetry({ NEMO_GYM_OTEL_METRICS_ENABLED: '0' });
});
afterEach(() => server.stop());
afterAll(() => recording.stop());

/** Asks for an upgrade and gives the first bytes of the answer; the connection stays open until `done` is called. */
async function upgrade(path: string): Promise<{ readonly answer: string; readonly done: () => void }> {
  const socket = connect(server.port, '127.0.0.1');
  socket.write(
    `GET ${path} HTTP/1.1\r\nhost: a\r\nconnection: upgrade\r\nupgrade: echo\r\ntraceparent: ${traceparent}\r\n\r\n`,
  );
  const [data] = (await once(socket, 'data')) as [Buffer];
  return { answer: data.toString(), done: () => socket.destroy() };
}

test('a connection that is upgraded at /ng-rollout/r-1/live has a span of the handshake under the caller', async () => {
  server = await startServer();
  const urls: unknown[] = [];
  const listener = tracedUpgrade((request, socket) => {
    urls.push(request.url);
    socket.resume().on('end', () => socket.end());
    withSpan(SpanGroup.VERIFY, 'inside', () => socket.write(switching));
  });
  server.server.on('upgrade', listener);
  const { answer, done } = await upgrade('/ng-rollout/r-1/live');
  const spans = await takeSpansUntil(recording, (all) => all.length === 2);
  done();
  expect(answer).toBe(switching);
  expect(urls).toEqual(['/live']);
  expect(spans.map(({ name }) => name)).toEqual(['inside', 'GET']);
  expect(spans[1]!.parentSpanContext?.spanId).toBe('2222222222222222');
  expect(spans[0]!.parentSpanContext?.spanId).toBe(spans[1]!.spanContext().spanId);
});

test('an upgrade listener that rejects has its error on the span and still rejects', async () => {
  server = await startServer();
  const error = new RangeError('no');
  const seen: unknown[] = [];
  const traced = tracedUpgrade(() => Promise.reject(error) as never) as (...args: unknown[]) => Promise<void>;
  server.server.on('upgrade', (request, socket, head) => {
    traced(request, socket, head).catch((caught: unknown) => {
      seen.push(caught);
      socket.end('HTTP/1.1 500 Internal Server Error\r\n\r\n');
    });
  });
  const { done } = await upgrade('/live');
  done();
  expect(seen).toEqual([error]);
  const spans = await takeSpansUntil(recording, (all) => all.length === 1);
  expect(spans).toMatchObject([{ status: { code: 2, message: 'no' }, attributes: { 'error.type': 'RangeError' } }]);
});

test('a server without an upgrade listener answers the request as any other', async () => {
  server = await startServer(tracedListener((_request, response) => response.end('plain')));
  const { answer, done } = await upgrade('/live');
  done();
  expect(answer).toContain('200 OK');
  const spans = await takeSpansUntil(recording, (all) => all.length === 1);
  expect(spans).toMatchObject([{ name: 'GET', attributes: { 'http.response.status_code': 200 } }]);
});
