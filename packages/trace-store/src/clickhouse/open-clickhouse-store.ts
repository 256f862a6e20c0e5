import { createReads } from '../create-reads.ts';
import type { QueryValue, Row } from '../query-engine.ts';
import { readNumberColumn } from '../read-rows.ts';
import { TraceStoreError } from '../trace-store-error.ts';
import type { TraceStore } from '../trace-store.ts';
import { clickHouseDialect, deleteRunSql, statsSql } from './clickhouse-dialect.ts';

/** Where a ClickHouse server is. */
export interface ClickHouseStoreOptions {
  /** `http://host:8123` or `https://...`, without user and password. */
  readonly url: string;
  /** Default `default`. */
  readonly database?: string | undefined;
  readonly username?: string | undefined;
  readonly password?: string | undefined;
}

/**
 * Opens the tables that the OpenTelemetry Collector's ClickHouse exporter fills (`otel_traces`) for reading. Inserting,
 * retention and Parquet reject with `UNSUPPORTED`: the collector inserts, the table has its own TTL. `deleteRun` is a
 * mutation and waits for its end. Rejects with `OPEN_FAILED` when the server does not answer or has no such table.
 */
export async function openClickHouseStore(options: ClickHouseStoreOptions): Promise<TraceStore> {
  const { url, database = 'default', username = 'default', password = '' } = options;
  const { ClickHouseLogLevel, createClient } = await import('@clickhouse/client');
  const client = createClient({
    url,
    database,
    username,
    password,
    log: { level: ClickHouseLogLevel.OFF },
    clickhouse_settings: { output_format_json_quote_64bit_integers: 1 },
  });
  const location = `${url}/${database}`;
  let closed: Promise<void> | undefined;

  const call = async <T>(action: () => Promise<T>): Promise<T> => {
    if (closed !== undefined) throw new TraceStoreError('CLOSED', `${location}: the store is closed`);
    try {
      return await action();
    } catch (cause) {
      const message = cause instanceof Error ? cause.message : String(cause);
      throw new TraceStoreError('QUERY_FAILED', `${location}: ${message}`, { cause });
    }
  };
  const read = (query: string, values: Readonly<Record<string, QueryValue>>): Promise<readonly Row[]> =>
    call(async () => {
      const answer = await client.query({ query, query_params: { ...values }, format: 'JSONEachRow' });
      return answer.json<Row>();
    });
  const refuse = (what: string): Promise<never> =>
    Promise.reject(new TraceStoreError('UNSUPPORTED', `${location}: ${what} is not supported on ClickHouse`));

  try {
    await read('SELECT TraceId FROM otel_traces LIMIT 0', {});
  } catch (cause) {
    await client.close();
    throw new TraceStoreError('OPEN_FAILED', cause instanceof Error ? cause.message : String(cause), { cause });
  }
  const reads = createReads(clickHouseDialect, read);
  return {
    ...reads,
    // The collector may export spans alone.
    async getLogs(traceId) {
      const [table] = await read('EXISTS TABLE otel_logs', {});
      return readNumberColumn(table ?? {}, 'result') === 1 ? reads.getLogs(traceId) : [];
    },
    insertSpans: () => refuse('inserting'),
    insertLogs: () => refuse('inserting'),
    async deleteRun(runId) {
      await call(() => client.command({ query: deleteRunSql, query_params: { run_id: runId } }));
    },
    retention: () => refuse('retention'),
    exportParquet: () => refuse('exporting'),
    importParquet: () => refuse('importing'),
    async stats() {
      const [row = {}] = await read(statsSql, {});
      const [spans, runs, bytes] = ['spans', 'runs', 'bytes'].map((column) => readNumberColumn(row, column));
      return { engine: 'clickhouse', location, spans: spans ?? 0, runs: runs ?? 0, bytes: bytes ?? 0 };
    },
    close() {
      return (closed ??= client.close());
    },
  };
}
