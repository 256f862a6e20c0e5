import { SpanGroup, withSpan } from '@gym/telemetry';
import { createTracingDispatcher, tracingInterceptor } from '@gym/telemetry-undici';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Agent, Headers as UndiciHeaders, type Dispatcher } from 'undici';

import { recordTelemetry, type Recording } from './record-telemetry.ts';
import { rawHeader, startServer, type TestServer } from './start-server.ts';

const own = '00-11111111111111111111111111111111-2222222222222222-01';
const other = '00-33333333333333333333333333333333-4444444444444444-01';

function* pairs(...given: [string, string][]): Generator<[string, string]> {
  yield* given;
}

let recording: Recording;
let server: TestServer;
const agent = new Agent();
const senders: readonly (readonly [string, Dispatcher])[] = [
  ['createTracingDispatcher(agent)', createTracingDispatcher(agent)],
  ['agent.compose(tracingInterceptor())', agent.compose(tracingInterceptor())],
];

beforeAll(async () => {
  recording = await recordTelemetry({ NEMO_GYM_OTEL_METRICS_ENABLED: '0' });
  server = await startServer();
});
beforeEach(async () => {
  server.requests.length = 0;
  await recording.takeSpans();
});
afterAll(async () => {
  await agent.close();
  await server.stop();
  await recording.stop();
});

async function send(dispatcher: Dispatcher, headers: unknown): Promise<void> {
  await withSpan(SpanGroup.JOB, 'gym.job', async () => {
    const given = { origin: server.origin, path: '/', method: 'GET' as const, headers: headers as string[] };
    const { body } = await dispatcher.request(given);
    await body.dump();
  });
}

/** The caller's own header `x-a: 1` in every form undici takes. */
const forms: readonly (readonly [string, () => unknown])[] = [
  ['an object', () => ({ 'x-a': '1' })],
  ['a null-prototype object', () => Object.assign(Object.create(null), { 'x-a': '1' })],
  ['an object with an array value', () => ({ 'x-a': ['1'] })],
  ['an object with a number and an undefined value', () => ({ 'x-a': 1, 'x-b': undefined })],
  ['a flat array', () => ['x-a', '1']],
  ['a flat array with an array value', () => ['x-a', ['1']]],
  ['a Map', () => new Map([['x-a', '1']])],
  ['undici Headers', () => new UndiciHeaders({ 'x-a': '1' })],
  ['global Headers', () => new Headers({ 'x-a': '1' })],
  ['a one-shot generator', () => pairs(['x-a', '1'])],
];

describe.each(senders)('%s', (_, dispatcher) => {
  test.each(forms)('adds one traceparent to headers given as %s', async (_form, make) => {
    await send(dispatcher, make());
    const client = (await recording.takeSpans()).find(({ kind }) => kind === 2);
    const { traceId, spanId } = client!.spanContext();
    expect(rawHeader(server.requests[0], 'x-a')).toEqual(['1']);
    expect(rawHeader(server.requests[0], 'traceparent')).toEqual([`00-${traceId}-${spanId}-01`]);
  });

  test.each([
    ['undefined', undefined],
    ['null', null],
    ['an empty object', {}],
    ['an empty array', []],
  ])('adds one traceparent when headers are %s', async (_form, headers) => {
    await send(dispatcher, headers);
    expect(rawHeader(server.requests[0], 'traceparent')).toHaveLength(1);
  });

  test.each([
    ['in an object', { traceparent: own }],
    ['as Traceparent', { Traceparent: own }],
    ['as TRACEPARENT in a flat array', ['TRACEPARENT', own]],
    ['in a Map', new Map([['TraceParent', own]])],
    ['in Headers', new Headers({ traceparent: own })],
    ['in a generator', pairs(['traceparent', own])],
    ['as an array of two values', { traceparent: [own, other] }],
    ['twice in two cases', { traceparent: own, Traceparent: other }],
    ['twice in a flat array', ['traceparent', own, 'traceparent', other]],
  ])('leaves the traceparent the caller gave %s, and adds none', async (_form, headers) => {
    await send(dispatcher, headers);
    expect(rawHeader(server.requests[0], 'traceparent')).toEqual([own]);
  });

  test.each([
    ['null', null],
    ['an empty string', ''],
    ['undefined', undefined],
    ['an empty array', []],
  ])('sends its own when the caller set traceparent to %s', async (_form, traceparent) => {
    await send(dispatcher, { traceparent });
    expect(rawHeader(server.requests[0], 'traceparent')).toEqual([expect.stringMatching(/^00-[0-9a-f]{32}-/)]);
  });

  test.each([
    ['object', Object.freeze({ 'x-a': '1' })],
    ['array', Object.freeze(['x-a', '1'])],
  ])('does not touch a frozen %s of the caller', async (_form, headers) => {
    await send(dispatcher, headers);
    expect(headers).toEqual(Array.isArray(headers) ? ['x-a', '1'] : { 'x-a': '1' });
    expect(rawHeader(server.requests[0], 'traceparent')).toHaveLength(1);
  });

  test.each([
    ['an array of odd length', ['x-a'], 'headers array must be even'],
    ['a string', 'x-a: 1', 'headers must be an object or an array'],
    ['a generator of single names', new Set(['x-a']), 'headers must be in key-value pair format'],
    ['a value with a line break', { 'x-a': '1\r\nx-b: 2' }, 'invalid x-a header'],
  ])('lets undici refuse %s', async (_form, headers, message) => {
    await expect(send(dispatcher, headers)).rejects.toThrow(message);
    const client = (await recording.takeSpans()).find(({ kind }) => kind === 2);
    expect(client?.attributes['error.type']).toBe('UND_ERR_INVALID_ARG');
  });
});
