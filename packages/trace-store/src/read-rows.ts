import type { DurationStats, LogRecord, SpanStats } from '@gym/trace-analysis';

import type { Row } from './query-engine.ts';
import type { RolloutSummary, RunSummary, StoredSpanShape } from './store-results.ts';

/** A column's text; empty when it is missing. */
export function readTextColumn(row: Row, column: string): string {
  const value = row[column];
  return typeof value === 'string' ? value : '';
}

/** A column's integer; 0 when it is missing. */
export function readBigIntColumn(row: Row, column: string): bigint {
  const value = row[column];
  return typeof value === 'bigint' || typeof value === 'number' || typeof value === 'string' ? BigInt(value) : 0n;
}

/** A column's number; 0 when it is missing. */
export function readNumberColumn(row: Row, column: string): number {
  return Number(row[column] ?? 0);
}

/** Reads a row of `listRuns` or `runTotals`. */
export function readRunSummary(row: Row): RunSummary {
  return {
    runId: readTextColumn(row, 'run_id'),
    startNs: readBigIntColumn(row, 'start_ns'),
    endNs: readBigIntColumn(row, 'end_ns'),
    spans: readNumberColumn(row, 'spans'),
    traces: readNumberColumn(row, 'traces'),
    rollouts: readNumberColumn(row, 'rollouts'),
    errors: readNumberColumn(row, 'errors'),
    servers: readTextList(row, 'servers'),
  };
}

/** Reads a row of `listRollouts`. */
export function readRolloutSummary(row: Row): RolloutSummary {
  return {
    rolloutId: readTextColumn(row, 'rollout_id'),
    traceId: readTextColumn(row, 'trace_id'),
    startNs: readBigIntColumn(row, 'start_ns'),
    durationNs: readBigIntColumn(row, 'duration_ns'),
    failed: readNumberColumn(row, 'failed') === 1,
    spans: readNumberColumn(row, 'spans'),
    errors: readNumberColumn(row, 'errors'),
    servers: readTextList(row, 'servers'),
  };
}

/** Reads the columns of a row of `getLogs` that all engines write alike: all but the attributes. */
export function readLogColumns(row: Row): Omit<LogRecord, 'attributes'> {
  return {
    traceId: readTextColumn(row, 'trace_id'),
    spanId: readTextColumn(row, 'span_id'),
    runId: readTextColumn(row, 'run_id'),
    server: readTextColumn(row, 'server'),
    timeNs: readBigIntColumn(row, 'time_ns'),
    severity: readTextColumn(row, 'severity'),
    body: readTextColumn(row, 'body'),
  };
}

/** Reads a row of `spanStats`. */
export function readSpanStats(row: Row): SpanStats {
  return {
    server: readTextColumn(row, 'server'),
    name: readTextColumn(row, 'name'),
    ...readDurations(row),
    errors: readNumberColumn(row, 'errors'),
    totalMs: readMs(row, 'total_ns'),
  };
}

/** Reads a row of `spanShapes`. */
export function readSpanShape(row: Row): StoredSpanShape {
  const traces = readNumberColumn(row, 'traces');
  const parent = { server: readTextColumn(row, 'parent_server'), name: readTextColumn(row, 'parent_name') };
  return {
    server: readTextColumn(row, 'server'),
    name: readTextColumn(row, 'name'),
    parent: readNumberColumn(row, 'has_parent') === 1 ? parent : undefined,
    traces,
    share: traces / readNumberColumn(row, 'total'),
  };
}

/** Reads the columns of percentiles; `quantiles` is the list of the 50th, 95th and 99th. */
export function readDurations(row: Row): DurationStats {
  const { quantiles } = row;
  const [p50Ms = 0, p95Ms = 0, p99Ms = 0] = Array.isArray(quantiles) ? quantiles.map((ns) => Number(ns) / 1e6) : [];
  return { count: readNumberColumn(row, 'spans'), p50Ms, p95Ms, p99Ms, maxMs: readMs(row, 'max_ns') };
}

function readMs(row: Row, column: string): number {
  return Number(row[column] ?? 0) / 1e6;
}

function readTextList(row: Row, column: string): string[] {
  const value = row[column];
  return Array.isArray(value) ? value.map(String) : [];
}
