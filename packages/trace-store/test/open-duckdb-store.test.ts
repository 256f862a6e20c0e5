import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

import type { SpanRecord } from '@gym/trace-analysis';
import type { TraceStore } from '@gym/trace-store';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';

import { execArgv, makeFolder, openStore } from './fixtures/open-store.ts';
import { randomSpans } from './fixtures/random-spans.ts';

const fixture = (name: string): string => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url));
const spans = randomSpans(2000);
let place: ReturnType<typeof makeFolder>;
let path: string;
let opened: TraceStore[];

async function open(options: Parameters<typeof openStore>[1] = {}): Promise<TraceStore> {
  const store = await openStore(path, options);
  opened.push(store);
  return store;
}

beforeEach(() => {
  place = makeFolder();
  path = join(place.folder, 'new', 'spans.duckdb');
  opened = [];
});

afterEach(async () => {
  for (const store of opened) await store.close();
  place.remove();
});

/** A span that other fields are laid over. */
function spanWith(fields: Partial<SpanRecord>): SpanRecord {
  return { ...spans[0]!, traceId: 'a'.repeat(32), ...fields };
}

/** Inserts in another process, kills it after 20 batches, and gives the number of spans it said were committed. */
async function ingestUntilKilled(): Promise<number> {
  const child = spawn(process.execPath, [...execArgv, fixture('ingest-until-killed.ts'), path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8');
  for await (const text of child.stdout) {
    output += String(text);
    if (output.split('\n').length > 20) child.kill('SIGKILL');
  }
  return Number(output.trimEnd().split('\n').at(-1));
}

test('what was inserted is there after close and open again, and close leaves one file', async () => {
  const store = await open();
  await store.insertSpans(spans);
  await store.close();
  expect(readdirSync(join(path, '..'))).toEqual(['spans.duckdb']);
  expect(await (await open()).stats()).toMatchObject({
    engine: 'duckdb',
    location: path,
    spans: spans.length,
    runs: 3,
  });
});

test.each([
  ['end before start', { startNs: 5_000n, endNs: 2_000n }],
  ['the largest times of OTLP', { startNs: 2n ** 64n - 2n, endNs: 2n ** 64n - 1n }],
  [
    'unicode, markup and NUL',
    { name: '日本 <script>\u0000🎉', attributes: { '"k"': [1, 'b', null, true, { deep: 1.5 }] } },
  ],
  ['a 2 MB attribute', { attributes: { body: 'x'.repeat(2 * 1024 * 1024) } }],
])('a span with %s comes back as it was', async (_, fields) => {
  const store = await open();
  await store.insertSpans([spanWith(fields)]);
  expect(await store.getTrace('a'.repeat(32))).toEqual([spanWith(fields)]);
  expect(await store.listRuns()).toHaveLength(1);
  expect(await store.runOverview((await store.listRuns())[0]!.runId)).toMatchObject({ spans: 1 });
});

test('attributes with a bigint are INVALID_SPAN and nothing of the batch is kept', async () => {
  const store = await open();
  const batch = [spans[0]!, spanWith({ attributes: { n: 1n } })];
  await expect(store.insertSpans(batch)).rejects.toMatchObject({ code: 'INVALID_SPAN' });
  expect(await store.stats()).toMatchObject({ spans: 0 });
});

test('above maxPendingBytes a batch is refused with QUEUE_FULL, one alone is taken, and the queue recovers', async () => {
  const store = await open({ maxPendingBytes: 1 });
  const first = store.insertSpans(spans);
  await expect(store.insertSpans(spans)).rejects.toMatchObject({ code: 'QUEUE_FULL' });
  await first;
  await store.insertSpans(spans);
  expect(await store.stats()).toMatchObject({ spans: 2 * spans.length });
});

test('batches that are inserted at once are all committed, each span once', async () => {
  const store = await open();
  await Promise.all(Array.from({ length: 10 }, (_, at) => store.insertSpans(spans.slice(at * 200, at * 200 + 200))));
  expect(await store.stats()).toMatchObject({ spans: 2000 });
});

test('kill -9 while inserting loses nothing that was committed, and the store opens again', async () => {
  const committed = await ingestUntilKilled();
  const log: string[] = [];
  const { spans: found } = await (await open({ log: (message) => log.push(message) })).stats();
  expect(log).toEqual([]);
  expect(committed).toBeGreaterThan(0);
  expect(found).toBeGreaterThanOrEqual(committed);
  // Whole batches only.
  expect(found % randomSpans(500).length).toBe(0);
});

describe('a file that is open', () => {
  test('is refused a second time in this process: LOCKED, and the first goes on', async () => {
    const store = await open();
    await expect(openStore(path)).rejects.toMatchObject({
      code: 'LOCKED',
      message: `${path}: already open in this process`,
    });
    await store.insertSpans(spans);
    expect(await store.stats()).toMatchObject({ spans: spans.length });
  });

  test('is refused in another thread of this process: LOCKED', async () => {
    await open();
    const worker = new Worker(fixture('open-in-thread.ts'), { workerData: path, execArgv: [...execArgv] });
    expect(await once(worker, 'message')).toEqual(['LOCKED']);
    await worker.terminate();
  });

  test('is refused in another process: LOCKED, and stays refused here', async () => {
    await open();
    expect(
      execFileSync(process.execPath, [...execArgv, fixture('open-in-process.ts'), path], { encoding: 'utf8' }),
    ).toBe('LOCKED');
    await expect(openStore(path)).rejects.toMatchObject({ code: 'LOCKED' });
  });
});

describe('a file that cannot be read', () => {
  test('garbage is moved to .quarantine-2 when 1 is there, the log says so, and a new store is made', async () => {
    await (await open()).close();
    writeFileSync(path, 'not a database '.repeat(1000));
    writeFileSync(`${path}.quarantine-1`, 'older');
    const log: string[] = [];
    const store = await open({ log: (message) => log.push(message) });
    expect(log).toEqual([`${path} could not be read; its data was moved to ${path}.quarantine-2`]);
    expect(readFileSync(`${path}.quarantine-2`, 'utf8')).toContain('not a database');
    await store.insertSpans(spans);
    expect(await store.stats()).toMatchObject({ spans: spans.length });
  });

  test('an unreadable log is moved aside alone: what the file itself holds stays', async () => {
    const first = await open();
    await first.insertSpans(spans);
    await first.close();
    await ingestUntilKilled();
    const wal = readFileSync(`${path}.wal`);
    wal.fill(0xff, wal.length / 2, wal.length / 2 + 64);
    writeFileSync(`${path}.wal`, wal);
    const log: string[] = [];
    const store = await open({ log: (message) => log.push(message) });
    expect(log).toEqual([`${path} could not be read; its data was moved to ${path}.wal.quarantine-1`]);
    expect(await store.stats()).toMatchObject({ spans: spans.length });
  });

  test('a folder in its place is OPEN_FAILED and stays', async () => {
    path = place.folder;
    await expect(openStore(path)).rejects.toMatchObject({ code: 'OPEN_FAILED' });
    expect(existsSync(path)).toBe(true);
  });
});

test('close during a long read ends it with CLOSED, and what was inserted before is committed', async () => {
  const store = await open();
  await store.insertSpans(spans);
  const reads = Promise.allSettled(Array.from({ length: 200 }, () => store.runOverview('run-a')));
  const insert = store.insertSpans(spans);
  await store.close();
  await insert;
  const refused = (await reads).filter((read) => read.status === 'rejected');
  expect(refused.length).toBeGreaterThan(0);
  expect(new Set(refused.map(({ reason }) => (reason as { code: string }).code))).toEqual(new Set(['CLOSED']));
  await expect(store.listRuns()).rejects.toMatchObject({ code: 'CLOSED' });
  expect(await (await open()).stats()).toMatchObject({ spans: 2 * spans.length });
});

describe('retention', () => {
  test('maxAgeMs takes the runs that ended before, and only these', async () => {
    const store = await open();
    await store.insertSpans(spans);
    const runs = [...(await store.listRuns())].sort((a, b) => Number(a.endNs - b.endNs));
    const nowMs = Number(runs[0]!.endNs / 1_000_000n) + 1001;
    expect(await store.retention({ maxAgeMs: 1000, nowMs })).toMatchObject({
      runIds: [runs[0]!.runId],
      spans: runs[0]!.spans,
    });
    expect(await store.stats()).toMatchObject({ runs: 2, spans: spans.length - runs[0]!.spans });
  });

  test('maxBytes takes oldest runs first, then the oldest traces of the last one, until the store is below', async () => {
    const store = await open();
    for (const [at, run] of ['first', 'second', 'third'].entries()) {
      const shift = BigInt(at) * 3_600_000_000_000n;
      const own = randomSpans(40_000, at, [run]);
      await store.insertSpans(
        own.map((span) => ({ ...span, startNs: span.startNs + shift, endNs: span.endNs + shift })),
      );
    }
    const { bytes } = await store.stats();
    const maxBytes = Math.floor(bytes / 6);
    const result = await store.retention({ maxBytes });
    expect(result.runIds).toEqual(['first', 'second']);
    expect(result.bytes).toBeLessThanOrEqual(maxBytes);
    const left = await store.listRuns();
    expect(left.map(({ runId }) => runId)).toEqual(['third']);
    expect(left[0]!.spans).toBeLessThan(40_000);
    expect(left[0]!.spans).toBeGreaterThan(0);
    expect(await store.retention({ maxBytes: bytes })).toMatchObject({ runIds: [], spans: 0 });
  });
});

test("exportParquet and importParquet bring the same spans into another store, also by a path with a '", async () => {
  const store = await open();
  await store.insertSpans(spans);
  const file = join(place.folder, "it's.parquet");
  await store.exportParquet(file);
  path = join(place.folder, 'other.duckdb');
  const other = await open();
  expect(await other.importParquet(file)).toBe(spans.length);
  const { traceId } = spans[0]!;
  expect(await other.getTrace(traceId)).toEqual(await store.getTrace(traceId));
  expect(await other.listRuns()).toEqual(await store.listRuns());
});

test('importParquet of a file that is not there is QUERY_FAILED and the store goes on', async () => {
  const store = await open();
  await expect(store.importParquet(join(place.folder, 'none.parquet'))).rejects.toMatchObject({ code: 'QUERY_FAILED' });
  await store.insertSpans(spans);
  expect(await store.stats()).toMatchObject({ spans: spans.length });
});
