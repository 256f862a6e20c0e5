import { createTracingDispatcher } from '@gym/telemetry-undici';
import { context } from '@opentelemetry/api';
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici';
import { Agent, request } from 'undici';

import { answerMessages } from '../bench-child.ts';
import { measureSlice } from '../measure-slice.ts';
import { clientVariants } from './client-variants.ts';
import { parentContext, startVariantTelemetry } from './start-variant-telemetry.ts';

// One process of the benchmark `client`: calls the server at the port of its second argument in the way its first names.
const [name, port] = process.argv.slice(2) as [string, string];
const { telemetry, tracing } = clientVariants[name]!;
await startVariantTelemetry(telemetry);
const instrumentation = telemetry === 'otel' ? new UndiciInstrumentation() : undefined;
if (instrumentation && !instrumentation.isEnabled()) throw new Error('the instrumentation is off');

// Between two slices a connection waits longer than undici keeps one.
const agent = new Agent({ connections: 128, keepAliveTimeout: 600_000 });
const dispatcher = tracing ? createTracingDispatcher(agent) : agent;
const url = `http://127.0.0.1:${port}/items/7`;

/** Calls until `enough`, in `concurrency` loops, and gives the number of calls. */
async function callUntil(enough: (count: number) => boolean, concurrency: number): Promise<number> {
  let count = 0;
  const loop = async (): Promise<void> => {
    while (!enough(count)) {
      count++;
      const { body } = await request(url, { dispatcher });
      await body.text();
    }
  };
  await Promise.all(Array.from({ length: concurrency }, loop));
  return count;
}

type Order =
  | { readonly kind: 'slice'; readonly concurrency: number; readonly ms: number }
  | { readonly kind: 'allocation'; readonly requests: number };

/** Bytes of the heap that a request takes, before any of it is collected: the process has to be started with `--expose-gc` and a large young generation. */
async function measureAllocation(requests: number): Promise<{ readonly bytes: number }> {
  globalThis.gc!();
  const before = process.memoryUsage().heapUsed;
  const count = await callUntil((done) => done >= requests, 16);
  return { bytes: (process.memoryUsage().heapUsed - before) / count };
}

answerMessages({}, (order: Order) => {
  const run = (): Promise<object> => {
    if (order.kind === 'allocation') return measureAllocation(order.requests);
    const { concurrency, ms } = order;
    return measureSlice(() => {
      const endAt = Date.now() + ms;
      return callUntil(() => Date.now() >= endAt, concurrency);
    });
  };
  return telemetry === 'none' ? run() : context.with(parentContext(), run);
});
