import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

import {
  currentRolloutId,
  initTelemetry,
  runWithRolloutId,
  shutdownTelemetry,
  withModelSpan,
  withRolloutSpan,
  withToolSpan,
} from '@gym/telemetry';
import { setHttpRoute, tracedListener } from '@gym/telemetry-server';
import { createTracingDispatcher, requestJson } from '@gym/telemetry-undici';
import { expect, test } from '@jest/globals';
import { Agent } from 'undici';

const rollouts = 5000;

interface EndedSpan {
  readonly name: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly parentSpanContext?: { readonly spanId: string };
  spanContext(): { readonly traceId: string; readonly spanId: string };
}

/** Callbacks that wait for a turn which another request takes for them: the context there is never their own. */
const queue: (() => void)[] = [];
const queued = (): Promise<void> =>
  new Promise((resume) => {
    queue.push(resume);
    if (queue.length >= 16) for (const waiting of queue.splice(0)) waiting();
    else setTimeout(() => queue.shift()?.(), 1);
  });

async function* generated(): AsyncGenerator<number> {
  for (let index = 0; index < 2; index++) {
    await nextTurn();
    yield index;
  }
}

const pauses: readonly (() => unknown)[] = [
  () => Promise.resolve(),
  () => sleep(Math.random() * 3),
  () => nextTurn(),
  () => new Promise<void>((resume) => process.nextTick(resume)),
  () => new Promise<void>((resume) => queueMicrotask(resume)),
  queued,
  async () => {
    for await (const value of generated()) if (value > 1) throw new Error('unreachable');
  },
  () => Readable.from(generated()).toArray(),
];

async function wander(): Promise<void> {
  for (let left = 2; left > 0; left--) await pauses[Math.floor(Math.random() * pauses.length)]!();
}

test(`${rollouts} interleaved rollouts through agent, model and tool have every span under its own parent`, async () => {
  const spans: EndedSpan[] = [];
  await initTelemetry({
    env: {
      NEMO_GYM_OTEL_ENABLED: '1',
      NEMO_GYM_OTEL_SPAN_GROUPS: 'all',
      NEMO_GYM_OTEL_METRICS_ENABLED: '0',
      OTEL_BSP_MAX_QUEUE_SIZE: '200000',
    },
    exitHooks: false,
    log: () => {},
    spanExporter: {
      export: (ended, done) => {
        spans.push(...(ended as unknown as EndedSpan[]));
        done({ code: 0 });
      },
      shutdown: () => Promise.resolve(),
    },
  });
  const dispatcher = createTracingDispatcher(new Agent({ connections: 24 }));
  const servers: Server[] = [];
  /** A server whose handler answers with what `handle` gives; the id of its rollout must be the one in the request. */
  const serve = async (route: string, handle: () => Promise<unknown>): Promise<string> => {
    const server = createServer(
      tracedListener(async (incoming, response) => {
        setHttpRoute(route);
        let asked = '';
        for await (const chunk of incoming) asked += String(chunk);
        await wander();
        const answer = await handle();
        const { id } = JSON.parse(asked) as { readonly id: string };
        if (id !== currentRolloutId()) response.statusCode = 500;
        response.end(JSON.stringify(answer));
      }),
    );
    servers.push(server);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}${route}`;
  };
  const call = (url: string): Promise<unknown> => requestJson(url, { dispatcher, body: { id: currentRolloutId() } });
  const model = await serve('/v1/responses', () => withModelSpan({ dialect: 'responses' }, wander));
  const tool = await serve('/look_up', async () => wander());
  const agent = await serve('/run', () =>
    withRolloutSpan(async () => {
      await wander();
      await call(model);
      await wander();
      await withToolSpan({ toolName: 'look_up' }, async () => {
        await wander();
        await call(tool);
      });
    }),
  );
  const oneRollout = (index: number): Promise<unknown> => runWithRolloutId(`r-${index}`, () => call(agent));
  await Promise.all(Array.from({ length: rollouts }, (_unused, index) => oneRollout(index)));
  await dispatcher.close();
  for (const server of servers) await new Promise((closed) => server.close(closed));
  await shutdownTelemetry();

  const byId = new Map(spans.map((span) => [span.spanContext().spanId, span]));
  const chains = spans.map((span) => {
    const parent = span.parentSpanContext && byId.get(span.parentSpanContext.spanId);
    const sameTrace = parent === undefined || parent.spanContext().traceId === span.spanContext().traceId;
    return `${parent?.name ?? 'none'} > ${span.name}${sameTrace ? '' : ' of another trace'}`;
  });
  const counts = Object.fromEntries(
    [...new Set(chains)].map((chain) => [chain, chains.filter((other) => other === chain).length]),
  );
  expect(counts).toEqual({
    'none > HTTP POST': rollouts,
    'HTTP POST > POST /run': rollouts,
    'POST /run > gym.rollout': rollouts,
    'gym.rollout > HTTP POST': rollouts,
    'HTTP POST > POST /v1/responses': rollouts,
    'POST /v1/responses > gym.model.responses': rollouts,
    'gym.rollout > gym.tool_call': rollouts,
    'gym.tool_call > HTTP POST': rollouts,
    'HTTP POST > POST /look_up': rollouts,
  });
  const idsByTrace = new Map<string, Set<unknown>>();
  for (const span of spans) {
    const { traceId } = span.spanContext();
    const ids = idsByTrace.get(traceId) ?? new Set();
    if ('nemo.gym.rollout.id' in span.attributes) ids.add(span.attributes['nemo.gym.rollout.id']);
    idsByTrace.set(traceId, ids);
  }
  expect(idsByTrace.size).toBe(rollouts);
  expect([...idsByTrace.values()].filter(({ size }) => size !== 1)).toEqual([]);
}, 120_000);
