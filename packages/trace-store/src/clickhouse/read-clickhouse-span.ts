import type { LogRecord, SpanRecord } from '@gym/trace-analysis';

import type { Row } from '../query-engine.ts';
import { readBigIntColumn, readLogColumns, readTextColumn } from '../read-rows.ts';

const kinds: Readonly<Record<string, SpanRecord['kind']>> = {
  SERVER: 'SERVER',
  CLIENT: 'CLIENT',
  PRODUCER: 'PRODUCER',
  CONSUMER: 'CONSUMER',
};

/** Reads a row of `getTrace`. The exporter keeps attribute values as text, so a number comes back as its text. */
export function readClickHouseSpan(row: Row): SpanRecord {
  const startNs = readBigIntColumn(row, 'start_ns');
  const status = readTextColumn(row, 'status').toUpperCase().replace('STATUS_CODE_', '');
  const [names, eventAttributes] = [readList(row, 'event_names'), readList(row, 'event_attributes')];
  const [linkSpanIds, linkAttributes] = [readList(row, 'link_span_ids'), readList(row, 'link_attributes')];
  return {
    traceId: readTextColumn(row, 'trace_id'),
    spanId: readTextColumn(row, 'span_id'),
    parentSpanId: readTextColumn(row, 'parent_span_id') || undefined,
    name: readTextColumn(row, 'name'),
    kind: kinds[readTextColumn(row, 'kind').toUpperCase().replace('SPAN_KIND_', '')] ?? 'INTERNAL',
    startNs,
    endNs: startNs + readBigIntColumn(row, 'duration_ns'),
    status: status === 'OK' || status === 'ERROR' ? status : 'UNSET',
    statusMessage: readTextColumn(row, 'status_message') || undefined,
    attributes: readMap(row['attributes']),
    events: readList(row, 'event_times').map((time, at) => ({
      name: String(names[at]),
      timeNs: BigInt(String(time)),
      attributes: readMap(eventAttributes[at]),
    })),
    links: readList(row, 'link_trace_ids').map((traceId, at) => ({
      traceId: String(traceId),
      spanId: String(linkSpanIds[at]),
      attributes: readMap(linkAttributes[at]),
    })),
    resource: readMap(row['resource']),
    scope: { name: readTextColumn(row, 'scope_name'), version: readTextColumn(row, 'scope_version') || undefined },
  };
}

/** Reads a row of `getLogs`; attribute values are text. */
export function readClickHouseLog(row: Row): LogRecord {
  return { ...readLogColumns(row), attributes: readMap(row['attributes']) };
}

function readList(row: Row, column: string): readonly unknown[] {
  const value = row[column];
  return Array.isArray(value) ? value : [];
}

function readMap(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
