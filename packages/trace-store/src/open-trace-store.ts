import { openClickHouseStore } from './clickhouse/open-clickhouse-store.ts';
import type { DuckDbStoreOptions } from './duckdb/open-duckdb-store.ts';
import { openDuckDbStore } from './duckdb/open-duckdb-store.ts';
import { parseStoreUrl } from './parse-store-url.ts';
import type { TraceStore } from './trace-store.ts';

/** Opens the store at an address as `parseStoreUrl` reads it; `options` are for DuckDB. Rejects as these do. */
export async function openTraceStore(
  address: string,
  options: Omit<DuckDbStoreOptions, 'path'> = {},
): Promise<TraceStore> {
  const parsed = parseStoreUrl(address);
  return parsed.engine === 'duckdb' ? openDuckDbStore({ ...options, path: parsed.path }) : openClickHouseStore(parsed);
}
