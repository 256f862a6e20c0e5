import type { LogRecord, SpanRecord } from '@gym/trace-analysis';

import type { RolloutFilter, RolloutSortKey } from './trace-store.ts';

/** A value of a query's parameter. */
export type QueryValue = string | number | bigint;

/** A row of an answer: integers as bigint, number or decimal text, lists as arrays. */
export type Row = Readonly<Record<string, unknown>>;

/** Runs one query. */
export type RunQuery = (sql: string, values: Readonly<Record<string, QueryValue>>) => Promise<readonly Row[]>;

/** What a filter asks for, by the name its parameters start with. */
export type FilterName = keyof RolloutFilter;

/**
 * The fixed set of queries in one engine's SQL. The parameters are named in the descriptions; columns are as the readers
 * in `read-rows.ts` want them.
 */
export interface QueryDialect {
  readonly listRuns: string;
  /** `run_id`, `limit`, `offset`; the filters' own. */
  listRollouts(filters: readonly FilterName[], sort: RolloutSortKey, descending: boolean): string;
  /** `trace_id` */
  readonly getTrace: string;
  /** `trace_ids`, with commas between them */
  readonly getTraces: string;
  /** `trace_id`, `span_id` */
  readonly getSpan: string;
  /** `trace_id` */
  readonly getLogs: string;
  /** `run_id` */
  readonly runTotals: string;
  /** `run_id` */
  readonly spanStats: string;
  /** `run_id`, `from_ns`, `width_ns` */
  readonly buckets: string;
  /** `run_id` */
  readonly spanShapes: string;
  /** How the key of the attribute filter is written in a parameter. */
  attributeKey(key: string): string;
  readSpan(row: Row): SpanRecord;
  readLog(row: Row): LogRecord;
}
