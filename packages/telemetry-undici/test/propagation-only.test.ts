import { SpanGroup, withSpan } from '@gym/telemetry';
import { createTracingDispatcher } from '@gym/telemetry-undici';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Agent } from 'undici';

import { recordTelemetry, type Recording } from './record-telemetry.ts';
import { rawHeader, startServer, type TestServer } from './start-server.ts';

let recording: Recording;
let server: TestServer;

beforeAll(async () => {
  recording = await recordTelemetry({ NEMO_GYM_OTEL_INSTRUMENT_AIOHTTP: '0' });
  server = await startServer();
});

afterAll(() => server.stop());

test('with instrument_aiohttp false the active span goes out, and there is no CLIENT span and no metric', async () => {
  const dispatcher = createTracingDispatcher(new Agent());
  await withSpan(SpanGroup.JOB, 'gym.job', async () => {
    const { body } = await dispatcher.request({ origin: server.origin, path: '/', method: 'GET' });
    await body.dump();
  });
  await dispatcher.close();
  const spans = await recording.takeSpans();
  const { traceId, spanId } = spans[0]!.spanContext();
  expect(spans.map(({ name }) => name)).toEqual(['gym.job']);
  expect(rawHeader(server.requests[0], 'traceparent')).toEqual([`00-${traceId}-${spanId}-01`]);
  const pointsOf = await recording.stop();
  expect(pointsOf('http.client.request.duration')).toEqual([]);
});
