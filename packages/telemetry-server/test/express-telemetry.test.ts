import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { expressTelemetry, tracedListener } from '@gym/telemetry-server';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import express from 'express';
import { request } from 'undici';

import { recordTelemetry, type Recording } from './record-telemetry.ts';
import { takeSpansUntil } from './take-spans-until.ts';

const app = express();
app.set('env', 'test');
app.use(expressTelemetry());
const passing = express.Router({ mergeParams: true });
passing.get('/other', (_request, response) => void response.send('other'));
app.use('/a/:x', passing);
const inner = express.Router({ mergeParams: true });
inner.get(['/one', '/two'], (incoming, response) => void response.json(incoming.params));
inner.get('/', (incoming, response) => void response.json([incoming.baseUrl, incoming.route.path]));
inner.get('/fails', () => {
  throw new RangeError('deep');
});
app.use('/a/:x/b', inner);
app.use(
  /^\/r\/(?:\d+)/,
  express.Router().get('/:id', (_request, response) => void response.send('regexp')),
);
app.get(/^\/v(\d+)$/, (_request, response) => void response.send('regexp'));
const mounted = express();
mounted.get('/items/:id', (incoming, response) => void response.json([incoming.baseUrl, incoming.url]));
app.use('/app/:tenant', mounted);
app.use('/late', (_request, response, next) => {
  response.locals['seen'] = true;
  next();
});
app.get('/late/:id', (_request, response, next) => next(new Error('given to next')));
app.use(((error, _request, response, next) => {
  if (error.message === 'given to next') response.status(502).send('handled');
  else next(error);
}) satisfies express.ErrorRequestHandler);

let recording: Recording;
let server: Server;
let origin: string;
async function listen(listener: RequestListener): Promise<void> {
  server = createServer(listener);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
beforeAll(async () => {
  recording = await recordTelemetry({ NEMO_GYM_OTEL_METRICS_ENABLED: '0' });
  await listen(app);
});
beforeEach(() => recording.takeSpans());
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await recording.stop();
});

test.each([
  ['/a/a/b/one', 'GET /a/:x/b/one,/two', 200],
  ['/a/7/b', 'GET /a/:x/b', 200],
  ['/a/7/b/', 'GET /a/:x/b', 200],
  ['/a/7/other', 'GET /a/:x/other', 200],
  ['/a/7/b/fails', 'GET /a/:x/b/fails', 500],
  ['/r/12/7', String.raw`GET /^\/r\/(?:\d+)//:id`, 200],
  ['/v12', String.raw`GET /^\/v(\d+)$/`, 200],
  ['/app/acme/items/7', 'GET /app/:tenant/items/:id', 200],
  ['/late/7', 'GET /late/:id', 502],
  ['/a/7/nowhere', 'GET', 404],
])('%s is named %s and has status %i', async (path, name, status) => {
  const { statusCode, body } = await request(origin + path);
  await body.dump();
  expect(statusCode).toBe(status);
  expect(await takeSpansUntil(recording, (all) => all.length > 0)).toMatchObject([{ name }]);
});

test('handlers see params, baseUrl, url and route as without telemetry', async () => {
  const get = async (path: string): Promise<unknown> => (await request(origin + path)).body.json();
  expect(await get('/a/7/b/two')).toEqual({ x: '7' });
  expect(await get('/a/7/b')).toEqual(['/a/7/b', '/']);
  expect(await get('/app/acme/items/7')).toEqual(['/app/acme', '/items/7']);
});

test.each([
  ['/a/7/b/fails', { message: 'deep' }, 'RangeError'],
  ['/late/7', { message: 'given to next' }, 'Error'],
])('what %s fails with is on its span', async (path, status, errorType) => {
  await (await request(origin + path)).body.dump();
  const spans = await takeSpansUntil(recording, (all) => all.length > 0);
  expect(spans).toMatchObject([{ status, events: [{ name: 'exception' }], attributes: { 'error.type': errorType } }]);
});

test('inside tracedListener there is one span, with the route and the error of the app', async () => {
  server.close();
  await listen(tracedListener(app));
  await (await request(`${origin}/a/7/b/fails`)).body.dump();
  expect(await takeSpansUntil(recording, (all) => all.length > 0)).toMatchObject([
    { name: 'GET /a/:x/b/fails', attributes: { 'error.type': 'RangeError' } },
  ]);
});
