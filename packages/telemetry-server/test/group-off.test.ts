import { currentRolloutId, SpanGroup, withSpan } from '@gym/telemetry';
import { tracedListener } from '@gym/telemetry-server';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { request } from 'undici';

import { recordTelemetry, type Recording } from './record-telemetry.ts';
import { startServer, type TestServer } from './start-server.ts';

let recording: Recording;
let server: TestServer;
let seen: string | undefined;

beforeAll(async () => {
  recording = await recordTelemetry({ NEMO_GYM_OTEL_SPAN_GROUPS: 'verify' });
  server = await startServer(
    tracedListener((_request, response) => {
      withSpan(SpanGroup.VERIFY, 'inside', () => {
        seen = currentRolloutId();
        response.end();
      });
    }),
  );
});
afterAll(() => server.stop());

test('with the group server off the caller is the parent of what happens inside, and the metric stays', async () => {
  const traceparent = '00-11111111111111111111111111111111-2222222222222222-01';
  const { body } = await request(`${server.origin}/ng-rollout/r-1/run`, { headers: { traceparent } });
  await body.dump();
  const spans = await recording.takeSpans();
  expect(spans.map(({ name, parentSpanContext }) => [name, parentSpanContext?.spanId])).toEqual([
    ['inside', '2222222222222222'],
  ]);
  expect(seen).toBe('r-1');
  await server.stop();
  const points = (await recording.stop())('http.server.request.duration');
  expect(points).toMatchObject([{ attributes: { 'http.response.status_code': 200 } }]);
});
