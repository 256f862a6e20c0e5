import type { LogRecord } from '@gym/trace-analysis';

import type { Row } from '../query-engine.ts';
import { readLogColumns, readTextColumn } from '../read-rows.ts';

/** The columns of the table of log records, with their DuckDB types. */
const columns = {
  run_id: 'VARCHAR',
  trace_id: 'VARCHAR',
  span_id: 'VARCHAR',
  server: 'VARCHAR',
  time_ns: 'UBIGINT',
  severity: 'VARCHAR',
  body: 'VARCHAR',
  attributes: 'VARCHAR',
} as const;

/** Makes the table where there is none. */
export const createLogsTable: string = `CREATE TABLE IF NOT EXISTS logs (${Object.entries(columns)
  .map(([name, type]) => `${name} ${type}`)
  .join(', ')})`;

/** Adds the rows of `$rows`, see {@link toLogRows}. */
export const insertLogsSql: string = `INSERT INTO logs SELECT unnest(from_json($rows, '${JSON.stringify([columns])}'), recursive := true)`;

/** Log records as one JSON text for {@link insertLogsSql}: they are few beside the spans, and need no appender. */
export function toLogRows(logs: readonly LogRecord[]): string {
  return JSON.stringify(
    logs.map(({ attributes, body, runId, server, severity, spanId, timeNs, traceId }) => ({
      run_id: runId,
      trace_id: traceId,
      span_id: spanId,
      server,
      time_ns: String(BigInt.asUintN(64, timeNs)),
      severity,
      body,
      attributes: JSON.stringify(attributes),
    })),
  );
}

/** Reads a row of `getLogs` back into a log record. */
export function fromLogRow(row: Row): LogRecord {
  return {
    ...readLogColumns(row),
    attributes: JSON.parse(readTextColumn(row, 'attributes')) as LogRecord['attributes'],
  };
}
