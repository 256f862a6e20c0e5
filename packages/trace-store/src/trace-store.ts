import type { LogRecord, SpanRecord } from '@gym/trace-analysis';

import type {
  RetentionResult,
  RolloutPage,
  RunOverview,
  RunSummary,
  StoredSpanShape,
  StoreStats,
} from './store-results.ts';

/** Which rollouts; all that are given must hold. */
export interface RolloutFilter {
  /** The rollout id contains this text, in any case. */
  readonly text?: string | undefined;
  /** The task: the rollout id before its last `-`. */
  readonly task?: string | undefined;
  readonly failed?: boolean | undefined;
  readonly minDurationNs?: bigint | undefined;
  readonly maxDurationNs?: bigint | undefined;
  /** A span of the trace has this attribute, of its own or of its resource, with this value as text. */
  readonly attribute?: { readonly key: string; readonly value: string } | undefined;
}

/** What rollouts are ordered by; equal ones by trace id, then rollout id. */
export type RolloutSortKey = 'start' | 'duration' | 'spans' | 'errors' | 'rolloutId';

/** Which rollouts, in which order, and which page of them. */
export interface RolloutQuery {
  readonly filter?: RolloutFilter | undefined;
  /** Default: by `start`, earliest first. */
  readonly sort?: { readonly by: RolloutSortKey; readonly descending?: boolean | undefined } | undefined;
  /** Default 100. */
  readonly limit?: number | undefined;
  /** Default 0. */
  readonly offset?: number | undefined;
}

/** What may stay; a limit that is left out does not hold. */
export interface RetentionLimits {
  /** Bytes on disk. Whole runs go, oldest end first; of the last run its oldest traces. */
  readonly maxBytes?: number | undefined;
  /** Runs whose last span ended longer ago than this go. */
  readonly maxAgeMs?: number | undefined;
  /** Milliseconds since the epoch; default now. */
  readonly nowMs?: number | undefined;
}

/**
 * Spans on disk and the questions about them. Every method rejects with a `TraceStoreError`: `CLOSED` after `close()`,
 * `QUERY_FAILED` when the engine refuses, `UNSUPPORTED` where an engine cannot do it. Percentiles are nearest-rank and
 * exact. A span that came twice counts twice.
 */
export interface TraceStore {
  /** Resolves when the spans are committed; what was not resolved at a crash may be lost. `QUEUE_FULL`: none was kept. */
  insertSpans(spans: readonly SpanRecord[]): Promise<void>;
  /** The same for log records. */
  insertLogs(logs: readonly LogRecord[]): Promise<void>;
  /** Latest start first. */
  listRuns(): Promise<readonly RunSummary[]>;
  listRollouts(runId: string, query?: RolloutQuery): Promise<RolloutPage>;
  /** The spans of a trace by start; empty when there are none. */
  getTrace(traceId: string): Promise<readonly SpanRecord[]>;
  /** The spans of some traces, trace by trace in no order, each by start. */
  getTraces(traceIds: readonly string[]): Promise<readonly SpanRecord[]>;
  /** Undefined when it is not there. */
  getSpan(traceId: string, spanId: string): Promise<SpanRecord | undefined>;
  /** The log records of a trace, by time; empty when there are none. */
  getLogs(traceId: string): Promise<readonly LogRecord[]>;
  /** Undefined for a run without spans. `buckets` is into how many slices its time is cut, default 40. */
  runOverview(runId: string, buckets?: number): Promise<RunOverview | undefined>;
  /** In most traces first. */
  spanShapes(runId: string): Promise<readonly StoredSpanShape[]>;
  deleteRun(runId: string): Promise<void>;
  retention(limits: RetentionLimits): Promise<RetentionResult>;
  /** Writes all spans to a Parquet file, over one that is there. */
  exportParquet(path: string): Promise<void>;
  /** Adds the spans of a Parquet file that `exportParquet` wrote; resolves with their number. All or none. */
  importParquet(path: string): Promise<number>;
  stats(): Promise<StoreStats>;
  /** Ends running reads (`CLOSED`), commits what was inserted, and closes. A second call waits for the first. */
  close(): Promise<void>;
}
