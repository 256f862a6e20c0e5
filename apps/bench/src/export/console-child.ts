import { initTelemetry } from '@gym/telemetry';
import { trace } from '@opentelemetry/api';
import { BatchSpanProcessor, ConsoleSpanExporter, TracerProvider } from '@opentelemetry/sdk-trace';

import { makeSpan, makeSpansAt } from './make-spans.ts';

// One process of the benchmark `export`: writes a number of spans to its standard output as fast as the reader takes them,
// or the same line as often by hand (`bare`), or with the stock exporter (`stock`), or makes spans at a rate whether anybody reads or not (`stalled`).
const [how, count] = [process.argv[2]!, Number(process.argv[3])];
/** Spans that may wait at once; the queue holds 32 768. */
const maxWaiting = 10_000;

if (how === 'bare') await writeByHand();
else if (how === 'stock') await writeWithStock();
else await writeSpans();

async function writeByHand(): Promise<void> {
  const attributes = { 'http.request.method': 'POST', 'server.address': '127.0.0.1', 'server.port': 8080 };
  const ids = { trace_id: 'a'.repeat(32), span_id: 'b'.repeat(16), parent_span_id: null };
  const times = { start_time: new Date().toISOString(), end_time: new Date().toISOString(), duration_ms: 1.25 };
  const resource = {
    'service.name': 'bench',
    'service.version': '0.1.0',
    'nemo.run.id': 'run-1',
    'host.name': 'bench',
  };
  for (let index = 0; index < count; index++) {
    const line = { signal: 'span', ...ids, name: 'HTTP POST', ...times, attributes, events: [], links: [], resource };
    if (!process.stdout.write(`${JSON.stringify(line)}\n`))
      await new Promise((drained) => process.stdout.once('drain', drained));
  }
}

async function writeWithStock(): Promise<void> {
  const processor = new BatchSpanProcessor({ exporter: new ConsoleSpanExporter(), maxQueueSize: 32_768 });
  const tracer = new TracerProvider({ spanProcessors: [processor] }).getTracer('bench');
  for (let made = 0; made < count; made++) {
    makeSpan(tracer, made);
    if (made % 512 !== 511) continue;
    await processor.forceFlush();
    if (process.stdout.writableNeedDrain) await new Promise((drained) => process.stdout.once('drain', drained));
  }
  await processor.forceFlush();
}

async function writeSpans(): Promise<void> {
  const env = { NEMO_GYM_OTEL_ENABLED: '1', NEMO_GYM_OTEL_EXPORTER: 'console', NEMO_GYM_OTEL_METRICS_ENABLED: '0' };
  const telemetry = await initTelemetry({ env, exitHooks: false, log: () => {} });
  const tracer = trace.getTracer('bench');
  if (how === 'stalled') {
    await makeSpansAt(tracer, 20_000, count / 20_000);
    const { traces } = telemetry.counts();
    process.send!({ heapMb: process.memoryUsage().heapUsed / 2 ** 20, traces });
    process.exit();
  }
  for (let made = 0; made < count; made++) {
    makeSpan(tracer, made);
    if (made % 500 !== 0) continue;
    do await new Promise((next) => setImmediate(next));
    while (telemetry.counts().traces.inFlight > maxWaiting);
  }
  await telemetry.shutdown({ timeoutMs: 10_000 });
}
