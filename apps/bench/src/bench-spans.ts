import { initTelemetry, shutdownTelemetry, SpanGroup, traced, withSpan } from '@gym/telemetry';
import { context, trace, type Tracer } from '@opentelemetry/api';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';

import { measureNs } from './measure-ns.ts';
import { printCosts } from './print-costs.ts';

/** A piece of work the optimiser cannot remove or hoist. */
function work(value: number): number {
  return (value * 31 + 7) | 0;
}

async function asyncWork(value: number): Promise<number> {
  return (value * 31 + 7) | 0;
}

const group = SpanGroup.SANDBOX;
const tracedWork = traced(group, 'bench', work);
const attributes = { 'bench.a': 'a', 'bench.b': 2, 'bench.c': true, 'bench.d': 'd', 'bench.e': 5 };

/** Gate and wrappers with telemetry off, against the bare call; then enabled spans against the SDK's own. */
export async function benchSpans(): Promise<void> {
  let gated = 0;
  printCosts(
    'Gate and sync wrappers, telemetry off (goals: gate within 1 ns, withSpan within 8 ns)',
    await measureNs(
      [
        {
          name: 'bare call',
          run: (count) => {
            let value = 1;
            for (let index = 0; index < count; index++) value = work(value);
            return value;
          },
        },
        {
          name: 'if (group.enabled)',
          run: (count) => {
            let value = 1;
            for (let index = 0; index < count; index++) {
              if (group.enabled) gated += 1;
              value = work(value);
            }
            return value;
          },
        },
        {
          name: 'withSpan off',
          run: (count) => {
            let value = 1;
            for (let index = 0; index < count; index++) {
              const input = value;
              value = withSpan(group, 'bench', () => work(input));
            }
            return value;
          },
        },
        {
          name: 'traced off',
          run: (count) => {
            let value = 1;
            for (let index = 0; index < count; index++) value = tracedWork(value);
            return value;
          },
        },
      ],
      20_000_000,
    ),
  );
  printCosts(
    'Async wrapper, telemetry off (goal: within 20 ns, no extra promise)',
    await measureNs(
      [
        {
          name: 'bare await',
          run: async (count) => {
            let value = 1;
            for (let index = 0; index < count; index++) value = await asyncWork(value);
            return value;
          },
        },
        {
          name: 'withSpan off',
          run: async (count) => {
            let value = 1;
            for (let index = 0; index < count; index++) {
              const input = value;
              value = await withSpan(group, 'bench', () => asyncWork(input));
            }
            return value;
          },
        },
      ],
      2_000_000,
    ),
  );
  if (gated > 0) throw new Error('the gate was open while telemetry was off');

  const spanExporter = {
    export: (_: never[], done: (r: { code: number }) => void) => done({ code: 0 }),
    shutdown: async () => {},
  };
  const env = {
    NEMO_GYM_OTEL_ENABLED: '1',
    NEMO_GYM_OTEL_SPAN_GROUPS: 'all',
    NEMO_GYM_OTEL_METRICS_ENABLED: '0',
    OTEL_LOG_LEVEL: 'error',
  };
  await initTelemetry({ env, spanExporter, exitHooks: false });
  const processor = new BatchSpanProcessor({ exporter: spanExporter, maxQueueSize: 32_768 });
  const stock = new TracerProvider({ spanProcessors: [processor] });
  const bySdk = (tracer: Tracer) => (count: number) => {
    let value = 1;
    for (let index = 0; index < count; index++) {
      const input = value;
      const span = tracer.startSpan('bench', { attributes });
      value = context.with(trace.setSpan(context.active(), span), () => work(input));
      span.end();
    }
    return value;
  };
  printCosts(
    'Enabled span with five attributes, against startSpan + context.with + end of the stock SDK (goal: ratio at most 1.1)',
    await measureNs(
      [
        { name: 'stock SDK', run: bySdk(stock.getTracer('bench')) },
        { name: 'our SDK', run: bySdk(trace.getTracer('bench')) },
        {
          name: 'withSpan on',
          run: (count) => {
            let value = 1;
            for (let index = 0; index < count; index++) {
              const input = value;
              value = withSpan(group, 'bench', { attributes }, () => work(input));
            }
            return value;
          },
        },
      ],
      5000,
      200,
    ),
  );
  await stock.shutdown();
  await shutdownTelemetry();
}
