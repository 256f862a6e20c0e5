import { expect, test } from '@jest/globals';
import { metrics } from '@opentelemetry/api';

import { CollectingMetricReader } from '../src/index.ts';
import { startRuntimeMetrics } from '../src/start-runtime-metrics.ts';
import { startTestSdk } from './start-test-sdk.ts';

/** A reader and the names of the metrics it saw last. */
function namesReader(): { readonly metricReader: CollectingMetricReader; readonly names: () => readonly string[] } {
  let names: readonly string[] = [];
  const metricReader = new CollectingMetricReader(({ scopeMetrics }) => {
    names = scopeMetrics.flatMap((scope) => scope.metrics.map(({ descriptor }) => descriptor.name));
  });
  return { metricReader, names: () => names };
}

test('runtimeMetrics: true exports event loop and heap, of each SDK that is started', async () => {
  for (const _ of ['first', 'second']) {
    const { metricReader, names } = namesReader();
    await using sdk = await startTestSdk({}, { metricReader, runtimeMetrics: true });
    await sdk.forceFlush({ timeoutMs: 1000 });
    expect(names()).toEqual(expect.arrayContaining(['nodejs.eventloop.utilization', 'v8js.memory.heap.used']));
    expect(sdk.lines).toEqual([]);
  }
});

test('without runtimeMetrics there are none', async () => {
  const { metricReader, names } = namesReader();
  await using sdk = await startTestSdk({}, { metricReader });
  metrics.getMeter('mine').createCounter('mine.count').add(1);
  await sdk.forceFlush({ timeoutMs: 1000 });
  expect(names()).toContain('mine.count');
  expect(names().filter((name) => /^(nodejs|v8js)\./.test(name))).toEqual([]);
});

test('metricsEnabled: false with runtimeMetrics: true loads nothing and says nothing', async () => {
  await using sdk = await startTestSdk({ metricsEnabled: false, exporter: 'console' }, { runtimeMetrics: true });
  expect(sdk.exporting.metrics).toBe(false);
  expect(sdk.lines).toEqual([]);
});

test('a package that cannot be loaded is one warning', async () => {
  const lines: string[] = [];
  const stop = await startRuntimeMetrics(
    (line) => lines.push(line),
    () => Promise.reject(new Error("Cannot find package 'x'")),
  );
  stop();
  expect(lines).toEqual([
    "runtimeMetrics: @opentelemetry/instrumentation-runtime-node could not be started: Cannot find package 'x'",
  ]);
});

test('a package of another shape is one warning', async () => {
  const lines: string[] = [];
  (
    await startRuntimeMetrics(
      (line) => lines.push(line),
      () => Promise.resolve({}),
    )
  )();
  expect(lines).toHaveLength(1);
});
