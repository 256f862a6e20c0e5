import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { initTelemetry, shutdownTelemetry, type Telemetry } from '@gym/telemetry';
import { trace } from '@opentelemetry/api';

import { makeRollout, spansOfRollout } from './viewer/make-rollout.ts';
import { startServe, type Served } from './viewer/start-serve.ts';

const rate = 10_000;
const minutes = Number(process.env['VIEWER_MINUTES'] ?? 1);
const fullSpans = 1_000_000;
const runId = 'load';

/** Makes rollouts at 10 000 spans/s until `enough`; gives the number of spans. `from` numbers the rollouts. */
async function produce(from: number, enough: (spans: number, seconds: number) => boolean): Promise<number> {
  const tracer = trace.getTracer('nemo.gym');
  const startedAt = performance.now();
  let rollouts = 0;
  for (;;) {
    const seconds = (performance.now() - startedAt) / 1000;
    if (enough(rollouts * spansOfRollout, seconds)) return rollouts * spansOfRollout;
    for (; rollouts * spansOfRollout < seconds * rate; rollouts++) makeRollout(tracer, from + rollouts);
    await sleep(5);
  }
}

/** Starts the telemetry that sends to the viewer; its ledger says what that took. */
function sendTo({ grpcUrl }: Served): Promise<Telemetry> {
  const env = {
    NEMO_GYM_OTEL_ENABLED: '1',
    NEMO_GYM_OTEL_RUN_ID: runId,
    NEMO_GYM_OTEL_METRICS_ENABLED: '0',
    OTEL_EXPORTER_OTLP_ENDPOINT: grpcUrl,
    OTEL_BSP_SCHEDULE_DELAY: '200',
  };
  return initTelemetry({ env, serverName: 'agent', exitHooks: false, log: () => {} });
}

function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;
}

async function timed(action: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await action();
  return performance.now() - startedAt;
}

/** Sends for some minutes while a page is looked at, then up to a million spans; gives the spans sent. */
async function ingest(served: Served, telemetry: Telemetry): Promise<number> {
  const rss: number[] = [];
  const overviews: number[] = [];
  const over = new AbortController();
  const watch = async (): Promise<void> => {
    while (!over.signal.aborted) {
      rss.push(served.rssMb());
      overviews.push(await timed(() => served.ask(`overview?run=${runId}`)));
      await sleep(2000);
    }
  };
  const watching = watch();
  const made = await produce(0, (_, seconds) => seconds >= minutes * 60);
  await telemetry.forceFlush({ timeoutMs: 30_000 });
  const { dropped, exported } = telemetry.counts().traces;
  over.abort();
  await watching;
  console.log(
    `\nViewer over DuckDB, ${rate} spans/s for ${minutes} min with a page that asks for the overview every 2 s: ` +
      `${made} made, ${exported} taken, lost ${JSON.stringify(dropped)}; ` +
      `memory ${rss[2]?.toFixed(0)} MB at first, ${Math.max(...rss).toFixed(0)} at most, ${rss.at(-1)?.toFixed(0)} in the end; ` +
      `overview meanwhile p50 ${quantile(overviews, 0.5).toFixed(0)} ms, at most ${Math.max(...overviews).toFixed(0)}`,
  );
  const more = await produce(made / spansOfRollout, (spans) => made + spans >= fullSpans);
  await telemetry.forceFlush({ timeoutMs: 60_000 });
  return made + more;
}

interface Page {
  readonly rollouts: readonly { readonly traceId: string }[];
}

/** Prints how long the questions take at that size. */
async function ask(served: Served, spans: number): Promise<void> {
  const page = await served.ask<Page>(`rollouts?run=${runId}&limit=1000&sort=duration`);
  const traceIds = page.rollouts.filter((_, at) => at % 20 === 0).map(({ traceId }) => traceId);
  const times: Record<string, number[]> = {
    'one trace': [],
    'a page of 100 rollouts': [],
    'run overview': [],
    runs: [],
  };
  for (const traceId of traceIds) times['one trace']!.push(await timed(() => served.ask(`trace?id=${traceId}`)));
  for (let round = 0; round < 5; round++) {
    times['a page of 100 rollouts']!.push(
      await timed(() => served.ask(`rollouts?run=${runId}&sort=duration&descending=true&offset=${round * 100}`)),
    );
    times['runs']!.push(await timed(() => served.ask('runs')));
    // An answer is kept for two seconds, or until spans come.
    await sleep(2100);
    times['run overview']!.push(await timed(() => served.ask(`overview?run=${runId}&fresh=${round}`)));
  }
  console.log(`\nViewer at ${spans} spans (goals: one trace within 50 ms, the overview within 1000 ms)`);
  const rows = Object.entries(times).map(([name, all]) => [
    name,
    { 'p50 ms': Math.round(quantile(all, 0.5)), 'p95 ms': Math.round(quantile(all, 0.95)) },
  ]);
  console.table(Object.fromEntries(rows));
}

/** Kills the viewer while it takes spans, opens the store again and prints what is missing of what it had taken. */
async function killAndReopen(served: Served, telemetry: Telemetry, store: string): Promise<void> {
  const before = telemetry.counts().traces.exported;
  await produce(before / spansOfRollout, (_, seconds) => seconds >= 5);
  const taken = telemetry.counts().traces.exported - before;
  served.child.kill('SIGKILL');
  await once(served.child, 'exit');
  await shutdownTelemetry({ timeoutMs: 0 });
  const again = await startServe(store);
  const runs = await again.ask<readonly { readonly runId: string; readonly spans: number }[]>('runs');
  const kept = (runs.find((run) => run.runId === runId)?.spans ?? 0) - before;
  console.log(
    `\nkill -9 while ingesting ${rate} spans/s: ${taken} taken, ${kept} in the store when it is opened again`,
  );
  again.child.kill();
  await once(again.child, 'exit');
}

/** What the trace viewer bears: ingest with a page open, questions at a million spans, and a kill in the middle. */
export async function benchViewer(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'gym-viewer-'));
  const store = join(folder, 'spans.duckdb');
  try {
    const served = await startServe(store);
    const telemetry = await sendTo(served);
    await ask(served, await ingest(served, telemetry));
    await killAndReopen(served, telemetry, store);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
