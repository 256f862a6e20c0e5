import { subscribe, unsubscribe } from 'node:diagnostics_channel';

import { SpanGroup, withSpan } from '@gym/telemetry';
import { createTracingDispatcher } from '@gym/telemetry-undici';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { context, propagation, SpanKind, trace } from '@opentelemetry/api';
import { Agent } from 'undici';

import { recordTelemetry, type Recording } from './record-telemetry.ts';
import { rawHeader, startServer, type TestServer } from './start-server.ts';

/** What `@opentelemetry/instrumentation-undici` does when undici makes a request. */
function instrumentRequest(message: unknown): void {
  const { request } = message as { readonly request: { addHeader(name: string, value: string): void } };
  const span = trace.getTracer('instrumentation-undici').startSpan('GET', { kind: SpanKind.CLIENT });
  const headers: Record<string, string> = {};
  propagation.inject(trace.setSpan(context.active(), span), headers);
  for (const [name, value] of Object.entries(headers)) request.addHeader(name, value);
  span.end();
}

let recording: Recording;
let server: TestServer;
beforeAll(async () => {
  recording = await recordTelemetry({ NEMO_GYM_OTEL_METRICS_ENABLED: '0' });
  server = await startServer((_request, response) => {
    response.write('first');
    setTimeout(() => response.end('second'), 20);
  });
  subscribe('undici:request:create', instrumentRequest);
});
afterAll(async () => {
  unsubscribe('undici:request:create', instrumentRequest);
  await server.stop();
  await recording.stop();
});

test('beside another undici instrumentation 8 calls over one connection have one CLIENT span and one traceparent each', async () => {
  const dispatcher = createTracingDispatcher(new Agent({ connections: 1 }));
  await withSpan(SpanGroup.JOB, 'gym.job', () =>
    Promise.all(
      Array.from({ length: 8 }, async () => {
        const { body } = await dispatcher.request({ origin: server.origin, path: '/', method: 'GET' });
        await body.dump();
      }),
    ),
  );
  await dispatcher.close();
  const ids = (await recording.takeSpans()).filter(({ kind }) => kind === 2).map((span) => span.spanContext().spanId);
  const sent = server.requests.flatMap((request) => rawHeader(request, 'traceparent'));
  expect(ids).toHaveLength(8);
  expect(new Set(sent.map((value) => value.split('-')[2]))).toEqual(new Set(ids));
  expect(sent).toHaveLength(8);
});

test('spans made in a data listener of the body belong to the caller', async () => {
  const dispatcher = createTracingDispatcher(new Agent());
  await withSpan(SpanGroup.JOB, 'gym.job', async () => {
    const { body } = await dispatcher.request({ origin: server.origin, path: '/', method: 'GET' });
    body.on('data', () => withSpan(SpanGroup.TOOL_CALL, 'in the listener', () => {}));
    await new Promise((ended) => body.on('end', ended));
  });
  await dispatcher.close();
  const spans = await recording.takeSpans();
  const job = spans.find(({ name }) => name === 'gym.job');
  const parents = spans.filter(({ name }) => name === 'in the listener').map((span) => span.parentSpanContext?.spanId);
  expect(parents).toEqual([job!.spanContext().spanId, job!.spanContext().spanId]);
});
