import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import { startOtlpReceiver } from '@gym/otlp-receiver';
import type * as Telemetry from '@gym/telemetry';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { context, metrics, propagation, trace } from '@opentelemetry/api';

let telemetry: typeof Telemetry;
let lines: string[];
const on = {
  NEMO_GYM_OTEL_ENABLED: '1',
  NEMO_GYM_OTEL_SPAN_GROUPS: 'sandbox',
  NEMO_GYM_OTEL_METRICS_ENABLED: '0',
  NEMO_GYM_OTEL_RUN_ID: 'r',
};

/** A fresh copy of the package, as a second version or bundle in the process would be. */
async function newCopy(): Promise<typeof Telemetry> {
  jest.resetModules();
  return import('@gym/telemetry');
}

function memoryExporter(): { readonly names: string[]; readonly exporter: Telemetry.CustomExporter } {
  const names: string[] = [];
  const exporter: Telemetry.CustomExporter = {
    export: (spans, done) => {
      names.push(...(spans as readonly { readonly name: string }[]).map(({ name }) => name));
      done({ code: 0 });
    },
    shutdown: () => Promise.resolve(),
  };
  return { names, exporter };
}

beforeEach(async () => {
  telemetry = await newCopy();
  lines = [];
});
afterEach(async () => {
  await telemetry.shutdownTelemetry();
  for (const api of [trace, context, propagation, metrics]) api.disable();
});

function init(copy: typeof Telemetry, options: Telemetry.InitTelemetryOptions): Promise<Telemetry.Telemetry> {
  return copy.initTelemetry({
    exitHooks: false,
    env: on,
    log: (level, line) => lines.push(`${level}: ${line}`),
    ...options,
  });
}

describe('two copies of this package in one process', () => {
  test('the second joins the first: its spans arrive there, and its shutdown leaves the first running', async () => {
    const { names, exporter } = memoryExporter();
    await init(telemetry, { spanExporter: exporter });
    const second = await newCopy();
    expect(second.SpanGroup.SANDBOX).not.toBe(telemetry.SpanGroup.SANDBOX);
    const loadSdk = jest.fn<() => Promise<unknown>>();
    expect((await init(second, { loadSdk })).status).toBe('adopted');
    second.withSpan(second.SpanGroup.SANDBOX, 'of the second', () => {});
    await second.shutdownTelemetry();
    telemetry.withSpan(telemetry.SpanGroup.SANDBOX, 'of the first', () => {});
    await telemetry.shutdownTelemetry();
    expect(names).toEqual(['of the second', 'of the first']);
    expect(loadSdk).not.toHaveBeenCalled();
    expect(lines[1]).toBe('info: another copy of @gym/telemetry runs in this process: its telemetry is used; run r');
  });

  test('groups that a library registers with the second copy are switched by the first', async () => {
    const second = await newCopy();
    const { cache } = second.registerSpanGroups({ namespace: 'my_lib', groups: ['cache'] });
    const { names, exporter } = memoryExporter();
    await init(telemetry, { spanExporter: exporter, env: { ...on, NEMO_GYM_OTEL_SPAN_GROUPS: 'my_lib,sandbox' } });
    second.withSpan(cache, 'of the library', () => {});
    second.withSpan(second.SpanGroup.SANDBOX, 'of the second', () => {});
    await telemetry.shutdownTelemetry();
    expect(names).toEqual(['of the library', 'of the second']);
    expect([cache.enabled, second.SpanGroup.SANDBOX.enabled]).toEqual([false, false]);
  });

  test('a second copy that was never initialised makes no span, and still knows that context must go on', async () => {
    const { names, exporter } = memoryExporter();
    await init(telemetry, { spanExporter: exporter });
    const second = await newCopy();
    second.withSpan(second.SpanGroup.SANDBOX, 'none', () => {});
    expect(second.getRuntime()).toBe(telemetry.getRuntime());
    await telemetry.shutdownTelemetry();
    expect([names, second.getRuntime()]).toEqual([[], undefined]);
  });
});

test('a tracer fetched before the start makes real spans after it', async () => {
  const api = await import('@opentelemetry/api'); // The copy that the modules of this test share.
  const early = api.trace.getTracer('early');
  const { names, exporter } = memoryExporter();
  await init(telemetry, { spanExporter: exporter });
  early.startSpan('late span').end();
  await telemetry.shutdownTelemetry();
  expect(names).toEqual(['late span']);
});

test('an SDK whose shutdown rejects is one line', async () => {
  const real = await import('@gym/telemetry-sdk');
  const startSdk: typeof real.startSdk = async (options) => {
    const sdk = await real.startSdk(options);
    return {
      ...sdk,
      shutdown: async (deadline) => {
        await sdk.shutdown(deadline);
        throw new Error('gone');
      },
    };
  };
  const { exporter } = memoryExporter();
  const handle = await init(telemetry, { spanExporter: exporter, loadSdk: () => Promise.resolve({ startSdk }) });
  expect(await handle.shutdown()).toMatchObject({ timedOut: false });
  expect(lines.at(-1)).toBe('warn: telemetry could not be flushed: Error: gone');
});

test('a host that froze process.env: it is only read', async () => {
  const before = process.env;
  process.env = Object.freeze({ ...before, ...on });
  try {
    const { status } = await telemetry.initTelemetry({
      exitHooks: false,
      log: () => {},
      spanExporter: memoryExporter().exporter,
    });
    expect(status).toBe('on');
  } finally {
    process.env = before;
  }
});

test.each([
  [0, 'propagating'],
  [1, 'on'],
])('an export strategy of your own decides: rank %d is %s', async (rank, status) => {
  const exportDecision = (candidate: Telemetry.ExportCandidate): boolean => candidate.rank % 2 === 1;
  const env = { ...on, RANK: String(rank), WORLD_SIZE: '2' };
  expect((await init(telemetry, { env, exportDecision, spanExporter: memoryExporter().exporter })).status).toBe(status);
});

test.each(['cluster', 'fork'])(
  'three processes of %s have an instance id each, and none takes one from the environment',
  async (how) => {
    const receiver = await startOtlpReceiver({ http: false });
    const loader = new URL('../../../scripts/ts-loader.mjs', import.meta.url).href;
    const fixture = fileURLToPath(new URL('fixtures/forking-child.ts', import.meta.url));
    const env = {
      ...on,
      PATH: process.env['PATH'],
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.grpcUrl,
      OTEL_RESOURCE_ATTRIBUTES: 'service.instance.id=inherited,process.pid=1',
    };
    const child = spawn(process.execPath, ['--import', loader, '--conditions=@gym/source', fixture, how], { env });
    await once(child, 'close');
    await receiver.stop();
    const ids = new Set(receiver.spans.map(({ resource }) => resource['service.instance.id']));
    const pids = new Set(receiver.spans.map(({ resource }) => resource['process.pid']));
    expect(receiver.spans).toHaveLength(3);
    expect([ids.size, pids.size, ids.has('inherited'), pids.has(child.pid)]).toEqual([3, 3, false, true]);
  },
);
