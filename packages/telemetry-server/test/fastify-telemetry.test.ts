import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';

import { currentRolloutId, SpanGroup, withSpan } from '@gym/telemetry';
import { fastifyTelemetry, rewriteRolloutUrl } from '@gym/telemetry-server';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { trace } from '@opentelemetry/api';
import Fastify, { type FastifyInstance } from 'fastify';
import { request } from 'undici';

import { recordTelemetry, type RecordedSpan, type Recording } from './record-telemetry.ts';
import { takeSpansUntil } from './take-spans-until.ts';

const traceparent = '00-11111111111111111111111111111111-2222222222222222-01';

let recording: Recording;
let app: FastifyInstance;
let origin: string;
/** The active span's id at each stage of the last request to `/stages`. */
let stages: Record<string, string | undefined> = {};
const mark = (stage: string): void => {
  stages[stage] = trace.getActiveSpan()?.spanContext().spanId;
};

beforeAll(async () => {
  recording = await recordTelemetry({ NEMO_GYM_OTEL_METRICS_ENABLED: '0' });
  app = Fastify({ rewriteUrl: rewriteRolloutUrl });
  await app.register(fastifyTelemetry);
  app.addHook('onRequest', async () => mark('onRequest'));
  app.addHook('preValidation', async () => mark('preValidation'));
  app.addHook('preHandler', async () => mark('preHandler'));
  app.addHook('onSend', async () => mark('onSend'));
  app.post('/stages', async (incoming) => {
    mark('handler');
    await sleep(1);
    mark('after an await');
    return incoming.body;
  });
  app.post('/callback', (incoming, reply) => {
    setTimeout(() => withSpan(SpanGroup.VERIFY, 'inside', () => reply.send(incoming.body)), 1);
  });
  app.get('/items/:id', async () => ({ rollout: currentRolloutId() ?? null }));
  app.get('/files/*', async () => 'file');
  app.get('/stream', (_request, reply) =>
    reply.send(
      Readable.from(
        (async function* () {
          yield 'a';
          await sleep(1);
          withSpan(SpanGroup.VERIFY, 'in the stream', () => {});
          yield 'b';
        })(),
      ),
    ),
  );
  app.get('/throws', async () => {
    throw Object.assign(new Error('broken'), { code: 'E_BROKEN' });
  });
  app.get('/teapot', async () => {
    throw Object.assign(new Error('short and stout'), { statusCode: 418 });
  });
  app.get('/health', async () => 'ok');
  await app.register(
    async (child) => {
      child.get('/nested/:name', async () => 'nested');
    },
    { prefix: '/v1' },
  );
  origin = await app.listen({ port: 0, host: '127.0.0.1' });
});
beforeEach(async () => {
  stages = {};
  await recording.takeSpans();
});
afterAll(async () => {
  await app.close();
  await recording.stop();
});

async function send(
  path: string,
  options: {
    readonly method?: 'POST' | 'HEAD' | 'PUT';
    readonly body?: string;
    readonly headers?: Record<string, string>;
  } = {},
): Promise<string> {
  const { body } = await request(origin + path, {
    ...options,
    headers: { ...(options.body === undefined ? {} : { 'content-type': 'application/json' }), ...options.headers },
  });
  return body.text();
}

async function takeServerSpans(count = 1): Promise<{ readonly server: RecordedSpan[]; readonly all: RecordedSpan[] }> {
  const all = await takeSpansUntil(recording, (spans) => spans.filter(({ kind }) => kind === 1).length >= count);
  return { server: all.filter(({ kind }) => kind === 1), all };
}

describe('names', () => {
  test.each([
    ['/items/7?x=1', undefined, 'GET /items/:id', 200],
    ['/files/a/b', undefined, 'GET /files/*', 200],
    ['/v1/nested/n', undefined, 'GET /v1/nested/:name', 200],
    ['/nowhere', undefined, 'GET', 404],
    ['/items/7', 'HEAD', 'HEAD /items/:id', 200],
    ['/items/7', 'PUT', 'PUT', 404],
  ] as const)('%s with method %s is named %s and has status %i', async (path, method, name, status) => {
    await send(path, method ? { method } : {});
    const { server } = await takeServerSpans();
    expect(server).toMatchObject([{ name, attributes: { 'http.response.status_code': status } }]);
  });

  test('/health makes no span', async () => {
    await expect(send('/health')).resolves.toBe('ok');
    await send('/items/7');
    expect((await takeServerSpans()).server).toHaveLength(1);
  });
});

describe('context', () => {
  test('of the request is active in every hook, in the handler, and after an await of a POST with a body', async () => {
    await expect(send('/stages', { method: 'POST', body: '{"a":1}', headers: { traceparent } })).resolves.toBe(
      '{"a":1}',
    );
    const [span] = (await takeServerSpans()).server;
    const { spanId } = span!.spanContext();
    expect(span!.parentSpanContext?.spanId).toBe('2222222222222222');
    expect(stages).toEqual({
      onRequest: spanId,
      preValidation: spanId,
      preHandler: spanId,
      handler: spanId,
      'after an await': spanId,
      onSend: spanId,
    });
  });

  test.each([
    ['/callback', 'POST', 'inside'],
    ['/stream', undefined, 'in the stream'],
  ] as const)('of %s is active where its answer is made', async (path, method, name) => {
    await send(path, method ? { method, body: '{}' } : {});
    const { all, server } = await takeServerSpans();
    const inner = all.find((span) => span.name === name);
    expect(inner?.parentSpanContext?.spanId).toBe(server[0]!.spanContext().spanId);
  });

  test('has the rollout id of the path prefix, else of baggage', async () => {
    const headers = { baggage: 'nemo.gym.rollout.id=r-1' };
    await expect(send('/ng-rollout/r-2/items/7', { headers })).resolves.toBe('{"rollout":"r-2"}');
    await expect(send('/items/7', { headers })).resolves.toBe('{"rollout":"r-1"}');
    await expect(send('/items/7')).resolves.toBe('{"rollout":null}');
    const { server } = await takeServerSpans(3);
    expect(server.map(({ name }) => name)).toEqual(Array(3).fill('GET /items/:id'));
  });
});

describe('errors', () => {
  test('a handler that throws is a 500 with an exception event and the code as error.type', async () => {
    await send('/throws');
    const [span] = (await takeServerSpans()).server;
    expect(span).toMatchObject({ status: { code: 2, message: 'broken' }, events: [{ name: 'exception' }] });
    expect(span!.attributes).toMatchObject({ 'error.type': 'E_BROKEN', 'http.response.status_code': 500 });
  });

  test('a handler that throws a 418 is no error of the server', async () => {
    await send('/teapot');
    const [span] = (await takeServerSpans()).server;
    expect(span).toMatchObject({ status: { code: 0 }, events: [] });
    expect(span!.attributes['http.response.status_code']).toBe(418);
  });

  test('a body that is no JSON is a 400 with its route', async () => {
    await send('/stages', { method: 'POST', body: '{' });
    const { server } = await takeServerSpans();
    expect(server).toMatchObject([{ name: 'POST /stages', attributes: { 'http.response.status_code': 400 } }]);
  });
});

test('app.inject makes a span too', async () => {
  await app.inject('/items/7');
  expect((await takeServerSpans()).server).toMatchObject([{ name: 'GET /items/:id' }]);
});
