export { openClickHouseStore } from './clickhouse/open-clickhouse-store.ts';
export { openDuckDbStore } from './duckdb/open-duckdb-store.ts';
export { runDuckDbWorker } from './duckdb/start-duckdb-worker.ts';
export { openTraceStore } from './open-trace-store.ts';
export { parseStoreUrl } from './parse-store-url.ts';
export { isTraceStoreError, TraceStoreError } from './trace-store-error.ts';

export type { ClickHouseStoreOptions } from './clickhouse/open-clickhouse-store.ts';
export type { DuckDbStoreOptions } from './duckdb/open-duckdb-store.ts';
export type { StoreAddress } from './parse-store-url.ts';
export type {
  OverviewBucket,
  RetentionResult,
  RolloutPage,
  RolloutSummary,
  RunOverview,
  RunSummary,
  StoredSpanShape,
  StoreStats,
} from './store-results.ts';
export type { TraceStoreErrorCode } from './trace-store-error.ts';
export type { RetentionLimits, RolloutFilter, RolloutQuery, RolloutSortKey, TraceStore } from './trace-store.ts';
