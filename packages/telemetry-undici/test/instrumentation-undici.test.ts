import { SpanGroup, withSpan } from '@gym/telemetry';
import { createTracingDispatcher } from '@gym/telemetry-undici';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici';
import { Agent, request } from 'undici';

import { recordTelemetry, type RecordedSpan, type Recording } from './record-telemetry.ts';
import { rawHeader, startServer, type TestServer } from './start-server.ts';

const calls = 64;
/** `SpanKind.INTERNAL` and `SpanKind.CLIENT`. */
const [internal, client] = [0, 2];

let recording: Recording;
let server: TestServer;
let instrumentation: UndiciInstrumentation;
beforeAll(async () => {
  recording = await recordTelemetry({ NEMO_GYM_OTEL_METRICS_ENABLED: '0' });
  server = await startServer((_request, response) => void setTimeout(() => response.end('ok'), 2));
  instrumentation = new UndiciInstrumentation();
});
afterAll(async () => {
  instrumentation.disable();
  await server.stop();
  await recording.stop();
});

/** 64 calls at once under 64 spans, over 4 connections; gives the spans, the callers' apart from the CLIENT ones. */
async function callUnderSpans(dispatcher: Agent): Promise<Record<'callers' | 'clients', readonly RecordedSpan[]>> {
  const one = (index: number): Promise<void> =>
    withSpan(SpanGroup.SANDBOX, `caller-${index}`, async () => {
      const { body } = await request(`${server.origin}/${index}`, { dispatcher });
      await body.dump();
    });
  await Promise.all(Array.from({ length: calls }, (_unused, index) => one(index)));
  await dispatcher.close();
  const spans = await recording.takeSpans();
  return {
    callers: spans.filter(({ kind }) => kind === internal),
    clients: spans.filter(({ kind }) => kind === client),
  };
}

function withRightParent({ callers, clients }: Record<'callers' | 'clients', readonly RecordedSpan[]>): number {
  const nameById = new Map(callers.map((span) => [span.spanContext().spanId, span.name]));
  return clients.filter(({ attributes, parentSpanContext }) => {
    const index = String(attributes['url.full']).split('/').at(-1);
    return nameById.get(parentSpanContext?.spanId ?? '') === `caller-${index}`;
  }).length;
}

test('beside instrumentation-undici 64 calls over 4 connections have one CLIENT span each, under the right parent, and one traceparent', async () => {
  server.requests.length = 0;
  const spans = await callUnderSpans(createTracingDispatcher(new Agent({ connections: 4 })) as Agent);
  expect(spans.clients).toHaveLength(calls);
  expect(withRightParent(spans)).toBe(calls);
  expect(server.requests.filter((received) => rawHeader(received, 'traceparent').length === 1)).toHaveLength(calls);
});

test('instrumentation-undici alone makes a CLIENT span for each call, so the test above can fail', async () => {
  const spans = await callUnderSpans(new Agent({ connections: 4 }));
  expect(spans.clients).toHaveLength(calls);
});
