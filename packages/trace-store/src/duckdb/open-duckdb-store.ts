import { mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

import { createReads } from '../create-reads.ts';
import type { QueryValue, Row } from '../query-engine.ts';
import { readNumberColumn } from '../read-rows.ts';
import { TraceStoreError } from '../trace-store-error.ts';
import type { TraceStore } from '../trace-store.ts';
import type { FileClaim } from './claim-file.ts';
import { claimFile } from './claim-file.ts';
import { duckDbDialect } from './duckdb-dialect.ts';
import { insertLogsSql, toLogRows } from './logs-table.ts';
import { retain } from './retain.ts';
import type { SpanRow } from './span-row.ts';
import { sizeOfRows, toSpanRows } from './span-row.ts';
import { spanColumns } from './spans-table.ts';
import { startDuckDbWorker } from './start-duckdb-worker.ts';
import type { Columns, WorkerTask } from './worker-messages.ts';

/** How to open a DuckDB store. */
export interface DuckDbStoreOptions {
  /** The database file; it and its folder are made. */
  readonly path: string;
  /** Memory DuckDB may use, in MB; default 1024. */
  readonly memoryLimitMb?: number | undefined;
  /** Text waiting to be inserted, in bytes, above which `insertSpans` rejects with `QUEUE_FULL`; default 64 MiB. */
  readonly maxPendingBytes?: number | undefined;
  /** Hears of a file that could not be read and was moved aside; default nobody. */
  readonly log?: ((message: string) => void) | undefined;
  /** Node's flags for the worker thread; default the process's own. Sources need their loader here. */
  readonly execArgv?: readonly string[] | undefined;
}

/**
 * Opens the embedded store: one file, DuckDB in one worker thread. Rejects with `LOCKED` when the file is open already,
 * here or in another process, and `OPEN_FAILED` when it is another program's or cannot be reached. A file that cannot be
 * read is moved aside (`<path>.quarantine-<n>`), which `log` hears, and a new one is made.
 */
export async function openDuckDbStore(options: DuckDbStoreOptions): Promise<TraceStore> {
  const { memoryLimitMb = 1024, maxPendingBytes = 64 * 1024 * 1024, log, execArgv } = options;
  const path = resolve(options.path);
  const claim = makeFolderAndClaim(path);
  const worker = await startDuckDbWorker({ path, memoryLimitMb }, execArgv).catch((cause: unknown) => {
    claim.release();
    throw cause;
  });
  claim.confirm();
  for (const file of worker.movedAside) log?.(`${path} could not be read; its data was moved to ${file}`);

  let pendingBytes = 0;
  let closed: Promise<void> | undefined;
  const assertOpen = (): void => {
    if (closed !== undefined) throw new TraceStoreError('CLOSED', `${path}: the store is closed`);
  };
  const read = async (sql: string, values: Readonly<Record<string, QueryValue>> = {}): Promise<readonly Row[]> => {
    assertOpen();
    return toRows((await worker.ask({ kind: 'read', sql, values })) as Columns);
  };
  const write = async (sql: string, values: Readonly<Record<string, QueryValue>> = {}): Promise<number> => {
    assertOpen();
    return (await worker.ask({ kind: 'write', sql, values })) as number;
  };
  const insert = async (bytes: number, task: WorkerTask): Promise<void> => {
    if (pendingBytes > 0 && pendingBytes + bytes > maxPendingBytes)
      throw new TraceStoreError(
        'QUEUE_FULL',
        `${path}: ${pendingBytes} bytes wait to be inserted, none of ${bytes} more was kept`,
      );
    pendingBytes += bytes;
    try {
      await worker.ask(task);
    } finally {
      pendingBytes -= bytes;
    }
  };
  const usedBytes = async (): Promise<number> => {
    const [size] = await read('SELECT used_blocks * block_size AS bytes FROM pragma_database_size()');
    return (size === undefined ? 0 : readNumberColumn(size, 'bytes')) + sizeOfFile(`${path}.wal`);
  };

  return {
    ...createReads(duckDbDialect, read),
    async insertSpans(spans) {
      assertOpen();
      if (spans.length === 0) return;
      const rows = flatten(spans);
      await insert(sizeOfRows(rows), { kind: 'insert', rows });
    },
    async insertLogs(logs) {
      assertOpen();
      if (logs.length === 0) return;
      const rows = toLogRows(logs);
      await insert(rows.length, { kind: 'write', sql: insertLogsSql, values: { rows } });
    },
    async deleteRun(runId) {
      await write('DELETE FROM spans WHERE run_id = $run_id', { run_id: runId });
      await write('DELETE FROM logs WHERE run_id = $run_id', { run_id: runId });
      await write('CHECKPOINT');
    },
    async retention(limits) {
      return retain({ read, write, usedBytes }, limits);
    },
    async exportParquet(target) {
      await read(
        `COPY (SELECT ${spanColumns} FROM spans) TO ${quote(resolve(target))} (FORMAT parquet, COMPRESSION zstd)`,
      );
    },
    async importParquet(source) {
      return write(`INSERT INTO spans SELECT ${spanColumns} FROM read_parquet(${quote(resolve(source))})`);
    },
    async stats() {
      const [counts] = await read('SELECT count(*) AS spans, count(DISTINCT run_id) AS runs FROM spans');
      const [spans, runs] = [readNumberColumn(counts ?? {}, 'spans'), readNumberColumn(counts ?? {}, 'runs')];
      return { engine: 'duckdb', location: path, spans, runs, bytes: await usedBytes() };
    },
    close() {
      return (closed ??= worker.close().finally(claim.release));
    },
  };
}

function toRows(columns: Columns): readonly Row[] {
  const entries = Object.entries(columns);
  return Array.from({ length: entries[0]?.[1].length ?? 0 }, (_, at) => {
    const row: Record<string, unknown> = {};
    for (const [name, values] of entries) row[name] = values[at];
    return row;
  });
}

function makeFolderAndClaim(path: string): FileClaim {
  try {
    mkdirSync(dirname(path), { recursive: true });
  } catch (cause) {
    throw new TraceStoreError('OPEN_FAILED', `${path}: ${String(cause)}`, { cause });
  }
  if (statSync(path, { throwIfNoEntry: false })?.isFile() === false)
    throw new TraceStoreError('OPEN_FAILED', `${path}: expected a file`);
  return claimFile(path);
}

function flatten(spans: Parameters<TraceStore['insertSpans']>[0]): SpanRow[] {
  try {
    return toSpanRows(spans);
  } catch (cause) {
    throw new TraceStoreError('INVALID_SPAN', `none of ${spans.length} spans was kept: ${String(cause)}`, { cause });
  }
}

function sizeOfFile(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
