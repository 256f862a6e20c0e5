import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import { SpanGroup, withSpan } from '@gym/telemetry';
import { honoRolloutPath, honoTelemetry, tracedListener } from '@gym/telemetry-server';
import { getRequestListener } from '@hono/node-server';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { Hono } from 'hono';
import { request } from 'undici';

import { recordTelemetry, type Recording } from './record-telemetry.ts';
import { takeSpansUntil } from './take-spans-until.ts';

const traceparent = '00-11111111111111111111111111111111-2222222222222222-01';

const sub = new Hono();
sub.onError((error, c) => c.text(error.message, 503));
sub.get('/fails', () => {
  throw new RangeError('in the sub-app');
});
sub.all('/any/:id', (c) => c.text('any'));

const app = new Hono({ getPath: honoRolloutPath });
app.use(honoTelemetry());
app.use('/static/*', async (c, next) => {
  if (c.req.path.endsWith('.txt')) return c.text('static');
  return next();
});
app.use('/private/*', async (c, _next) => c.text('no', 401));
app.get('/private/:id', (c) => c.text('secret'));
app.route('/sub', sub);
app.get('/throws-text', () => {
  throw 'no error at all';
});
app.get('/pulled', () => {
  let count = 0;
  const body = new ReadableStream({
    async pull(controller) {
      await sleep(1);
      withSpan(SpanGroup.VERIFY, 'in pull', () => controller.enqueue('x'.repeat(100_000)));
      if (++count === 4) controller.close();
    },
  });
  return new Response(body.pipeThrough(new TextEncoderStream()));
});

let recording: Recording;
beforeAll(async () => {
  recording = await recordTelemetry({ NEMO_GYM_OTEL_METRICS_ENABLED: '0' });
});
beforeEach(() => recording.takeSpans());
afterAll(() => recording.stop());

test.each([
  ['/static/a.txt', 'GET /static/*', 200],
  ['/static/nothing', 'GET', 404],
  ['/private/7', 'GET /private/:id', 401],
  ['/private/7/deeper', 'GET /private/*', 401],
  ['/sub/any/7', 'GET /sub/any/:id', 200],
  ['/sub/fails', 'GET /sub/fails', 503],
  ['/ng-rollout/r-1/sub/any/%37', 'GET /sub/any/:id', 200],
])('app.request of %s is named %s and has status %i', async (path, name, status) => {
  const response = await app.request(path);
  expect(response.status).toBe(status);
  expect(await recording.takeSpans()).toMatchObject([{ name, attributes: { 'http.response.status_code': status } }]);
});

test("what a handler of a sub-app throws is on the span, with the sub-app's own error handler", async () => {
  await app.request('/sub/fails', { headers: { traceparent } });
  expect(await recording.takeSpans()).toMatchObject([
    { attributes: { 'error.type': 'RangeError' }, parentSpanContext: { spanId: '2222222222222222' } },
  ]);
});

test('what is thrown and no Error is on the span and goes on unchanged', async () => {
  await expect(app.request('/throws-text')).rejects.toBe('no error at all');
  expect(await recording.takeSpans()).toMatchObject([
    { name: 'GET /throws-text', status: { code: 2, message: 'no error at all' }, events: [{ name: 'exception' }] },
  ]);
});

test.each([
  ['http://h/a/b?c=d', '/a/b'],
  ['http://h/ng-rollout/r-1/a?c', '/a'],
  ['http://h/ng-rollout/r-1', '/'],
  ['http://h/a%20b%2525', '/a b%2525'],
  ['http://h/%ff', '/%ff'],
  ['http://h/a#b', '/a'],
])('the path by which %s is routed is %s', (url, path) => {
  expect(honoRolloutPath({ url })).toBe(path);
});

test.each([
  ['alone', (listener: RequestListener) => listener],
  ['inside tracedListener', (listener: RequestListener) => tracedListener(listener)],
])('spans of a body that is pulled belong to the one SERVER span, %s', async (_, wrap) => {
  const inner = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  const server = createServer(wrap(inner));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { body } = await request(`http://127.0.0.1:${(server.address() as AddressInfo).port}/pulled`);
  expect(await body.text()).toHaveLength(400_000);
  const spans = await takeSpansUntil(recording, (all) => all.some(({ kind }) => kind === 1));
  server.closeAllConnections();
  server.close();
  const call = spans.find(({ kind }) => kind === 1)!;
  expect(call.name).toBe('GET /pulled');
  expect(spans.filter(({ name }) => name === 'in pull').map((span) => span.parentSpanContext?.spanId)).toEqual(
    Array(4).fill(call.spanContext().spanId),
  );
  expect(spans).toHaveLength(5);
});
