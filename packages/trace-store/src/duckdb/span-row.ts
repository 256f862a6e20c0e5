import type { SpanRecord } from '@gym/trace-analysis';
import { rolloutIdOf, runIdOf, serverOf } from '@gym/trace-analysis';

import type { Row } from '../query-engine.ts';
import { readBigIntColumn, readTextColumn } from '../read-rows.ts';

/** A span as the `spans` table has it: text, and integers as bigint, in the order of its columns. */
export type SpanRow = readonly (string | bigint)[];

type StoredEvents = readonly { name: string; timeNs: string; attributes: Record<string, unknown> }[];

const maxUnsigned = 2n ** 64n - 1n;
const maxSigned = 2n ** 63n - 1n;

/**
 * Flattens spans. What is asked for often has a column of its own, the rest is JSON text; times outside 64 bits are put
 * at the limit. Throws a `TypeError` for attributes that are not JSON values.
 */
export function toSpanRows(spans: readonly SpanRecord[]): SpanRow[] {
  const resources = new Map<object, string>();
  return spans.map((span) => {
    let resource = resources.get(span.resource);
    if (resource === undefined) resources.set(span.resource, (resource = JSON.stringify(span.resource)));
    const events = span.events.map(({ name, timeNs, attributes }) => ({ name, timeNs: String(timeNs), attributes }));
    return [
      runIdOf(span) ?? '',
      rolloutIdOf(span) ?? '',
      span.traceId,
      span.spanId,
      span.parentSpanId ?? '',
      serverOf(span),
      span.name,
      span.kind,
      span.status,
      span.statusMessage ?? '',
      clamp(span.startNs, 0n, maxUnsigned),
      clamp(span.endNs, 0n, maxUnsigned),
      clamp(span.endNs - span.startNs, -maxSigned, maxSigned),
      span.scope.name,
      span.scope.version ?? '',
      JSON.stringify(span.attributes),
      resource,
      events.length === 0 ? '[]' : JSON.stringify(events),
      span.links.length === 0 ? '[]' : JSON.stringify(span.links),
    ];
  });
}

/** About how many bytes rows hold. */
export function sizeOfRows(rows: readonly SpanRow[]): number {
  let size = 0;
  for (const row of rows) for (const value of row) size += typeof value === 'string' ? value.length : 8;
  return size;
}

/** Reads a row of `getTrace` back into a span. */
export function fromSpanRow(row: Row): SpanRecord {
  const events = readList<StoredEvents>(row, 'events');
  return {
    traceId: readTextColumn(row, 'trace_id'),
    spanId: readTextColumn(row, 'span_id'),
    parentSpanId: readTextColumn(row, 'parent_span_id') || undefined,
    name: readTextColumn(row, 'name'),
    kind: readTextColumn(row, 'kind') as SpanRecord['kind'],
    startNs: readBigIntColumn(row, 'start_ns'),
    endNs: readBigIntColumn(row, 'end_ns'),
    status: readTextColumn(row, 'status') as SpanRecord['status'],
    statusMessage: readTextColumn(row, 'status_message') || undefined,
    attributes: JSON.parse(readTextColumn(row, 'attributes')) as SpanRecord['attributes'],
    events: events.map(({ name, timeNs, attributes }) => ({ name, timeNs: BigInt(timeNs), attributes })),
    links: readList<SpanRecord['links']>(row, 'links'),
    resource: readResource(readTextColumn(row, 'resource')),
    scope: { name: readTextColumn(row, 'scope_name'), version: readTextColumn(row, 'scope_version') || undefined },
  };
}

/** Most spans have neither events nor links. */
function readList<L extends readonly unknown[]>(row: Row, column: string): L {
  const text = readTextColumn(row, column);
  return (text === '[]' ? [] : JSON.parse(text)) as L;
}

/** A fleet has few resources, and each of their spans has the whole text. */
const resources = new Map<string, SpanRecord['resource']>();
const maxResources = 200;

function readResource(text: string): SpanRecord['resource'] {
  let resource = resources.get(text);
  if (resource === undefined) {
    if (resources.size >= maxResources) resources.clear();
    resources.set(text, (resource = JSON.parse(text) as SpanRecord['resource']));
  }
  return resource;
}

function clamp(value: bigint, least: bigint, most: bigint): bigint {
  return value < least ? least : value > most ? most : value;
}
