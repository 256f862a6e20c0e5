import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import type * as Telemetry from '@gym/telemetry';
import { afterAll, afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type * as OtelApi from '@opentelemetry/api';

/** What is used of `@opentelemetry/sdk-trace`. */
interface OtherSdk {
  readonly InMemorySpanExporter: new () => { getFinishedSpans(): readonly { readonly name: string }[] };
  readonly SimpleSpanProcessor: new (options: { readonly exporter: object }) => object;
  readonly TracerProvider: new (options: { readonly spanProcessors: readonly object[] }) => OtelApi.TracerProvider;
}

// The SDK of somebody else: this package has none of its own.
const sdkRequire = createRequire(new URL('../../telemetry-sdk/package.json', import.meta.url));
const { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } = sdkRequire(
  '@opentelemetry/sdk-trace',
) as OtherSdk;
const folder = mkdtempSync(join(tmpdir(), 'gym-api-'));

/** A copy of the OpenTelemetry API as another package of the host may bring it, in another version. */
function apiCopy(version: string): typeof OtelApi {
  const target = join(folder, version);
  cpSync(join(dirname(sdkRequire.resolve('@opentelemetry/api')), '..'), target, { recursive: true });
  const file = join(target, 'src/version.js');
  writeFileSync(file, readFileSync(file, 'utf8').replace(/'\d+\.\d+\.\d+'/, `'${version}'`));
  return createRequire(import.meta.url)(join(target, 'src/index.js')) as typeof OtelApi;
}

/** Another SDK, registered through a copy of the API. */
function startOtherSdk(api: typeof OtelApi): { readonly names: () => string[] } {
  const exporter = new InMemorySpanExporter();
  api.trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }));
  return { names: () => exporter.getFinishedSpans().map(({ name }) => name) };
}

let telemetry: typeof Telemetry;
let api: typeof OtelApi;
let lines: string[];
beforeEach(async () => {
  jest.resetModules();
  telemetry = await import('@gym/telemetry');
  api = await import('@opentelemetry/api');
  lines = [];
});
afterEach(async () => {
  await telemetry.shutdownTelemetry();
  Reflect.deleteProperty(globalThis, Symbol.for('opentelemetry.js.api.1'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function init(options: Telemetry.InitTelemetryOptions = {}): Promise<Telemetry.Telemetry> {
  return telemetry.initTelemetry({
    exitHooks: false,
    log: (level, line) => lines.push(`${level}: ${line}`),
    env: {
      NEMO_GYM_OTEL_ENABLED: '1',
      NEMO_GYM_OTEL_EXPORTER: 'console',
      NEMO_GYM_OTEL_METRICS_ENABLED: '0',
      NEMO_GYM_OTEL_RUN_ID: 'r',
    },
    ...options,
  });
}

describe('another SDK was registered first', () => {
  test.each(['1.9.1', '1.10.0'])(
    'through a copy of the API of version %s: it gets our spans and stays',
    async (version) => {
      const copy = apiCopy(version);
      const { names } = startOtherSdk(copy);
      const { status } = await init();
      telemetry.withRolloutSpan(() => {});
      await telemetry.shutdownTelemetry();
      copy.trace.getTracer('host').startSpan('of the host').end();
      expect(status).toBe('adopted');
      expect(lines).toEqual([
        'info: another OpenTelemetry SDK is registered: its providers are used, and left to it to shut down; run r',
      ]);
      expect(names()).toEqual(['gym.rollout', 'of the host']);
    },
  );

  test('through a copy of version 1.8.0, which 1.9 cannot see: one loud line, off, and the other SDK works on', async () => {
    const copy = apiCopy('1.8.0');
    const { names } = startOtherSdk(copy);
    const { status } = await init();
    telemetry.withRolloutSpan(() => {});
    copy.trace.getTracer('host').startSpan('of the host').end();
    await telemetry.shutdownTelemetry();
    copy.trace.getTracer('host').startSpan('later').end();
    expect([status, telemetry.getRuntime(), telemetry.SpanGroup.ROLLOUT.enabled]).toEqual([
      'unavailable',
      undefined,
      false,
    ]);
    expect(lines).toEqual([
      'warn: telemetry is off: another copy of @opentelemetry/api (1.8.0) is registered in this process and hidden from the copy used here, so no span or context would arrive; install one version of it',
    ]);
    expect(names()).toEqual(['of the host', 'later']);
  });
});

test('the canary is neither counted nor exported', async () => {
  const handle = await init();
  expect(handle.counts().traces).toMatchObject({ produced: 0, dropped: {} });
});

test('the API loaded by import and by require: early and late tracers of both arrive', async () => {
  const required = createRequire(import.meta.url)('@opentelemetry/api') as typeof OtelApi;
  const early = [api, required].map(({ trace }) => trace.getTracer('early'));
  const names: string[] = [];
  await init({
    spanExporter: {
      export: (spans, done) => {
        names.push(...(spans as readonly { readonly name: string }[]).map(({ name }) => name));
        done({ code: 0 });
      },
      shutdown: () => Promise.resolve(),
    },
  });
  const late = [api, required].map(({ trace }) => trace.getTracer('late'));
  for (const [n, tracer] of [...early, ...late].entries()) tracer.startSpan(`span ${n}`).end();
  await telemetry.shutdownTelemetry();
  expect(names).toEqual(['span 0', 'span 1', 'span 2', 'span 3']);
});
