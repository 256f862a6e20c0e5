import type { SpanEvent, SpanKind, SpanLink, SpanRecord, SpanStatus } from '../span-record.ts';
import { parseId } from './parse-id.ts';
import { parseIsoTime } from './parse-time.ts';
import { plainRecord } from './plain-value.ts';
import { asList, asRecord, nothing } from './reading.ts';
import type { Reading } from './reading.ts';

const kinds = new Set<string>(['INTERNAL', 'SERVER', 'CLIENT', 'PRODUCER', 'CONSUMER']);
const statuses = new Set<string>(['UNSET', 'OK', 'ERROR']);

/**
 * Reads one object of a console exporter: ours (contract section 12) or NeMo Gym's in Python, which has the ids under
 * `context` with `0x`, `parent_id`, `SpanKind.X` and the resource's attributes one level down.
 */
export function readConsoleValue(value: Readonly<Record<string, unknown>>): Reading {
  const isPython = 'context' in value && 'start_time' in value;
  if (value['signal'] !== 'span' && !isPython) return nothing;
  const context = isPython ? asRecord(value['context']) : value;
  const traceId = parseId('trace', context['trace_id']);
  const spanId = parseId('span', context['span_id']);
  const startNs = parseIsoTime(value['start_time']);
  if (traceId === undefined || spanId === undefined) return problem('a span has no valid trace_id or span_id');
  if (startNs === undefined) return problem(`span ${spanId} has no valid start_time`);
  const status = asRecord(value['status']);
  const scope = asRecord(value['scope']);
  const resource = asRecord(value['resource']);
  const span: SpanRecord = {
    traceId,
    spanId,
    parentSpanId: parseId('span', value[isPython ? 'parent_id' : 'parent_span_id']),
    name: text(value['name']) ?? '',
    kind: word<SpanKind>(kinds, value['kind'], 'INTERNAL'),
    startNs,
    endNs: parseIsoTime(value['end_time']) ?? startNs,
    status: word<SpanStatus>(statuses, status['code'] ?? status['status_code'], 'UNSET'),
    statusMessage: text(status['message'] ?? status['description']),
    attributes: plainRecord(value['attributes']),
    events: asList(value['events']).map((event) => readEvent(asRecord(event), startNs)),
    links: asList(value['links']).flatMap((link) => readLink(asRecord(link))),
    resource: plainRecord(isPython ? resource['attributes'] : resource),
    scope: { name: text(scope['name']) ?? '', version: text(scope['version']) },
  };
  return { spans: [span], problems: [] };
}

function readEvent(event: Readonly<Record<string, unknown>>, startNs: bigint): SpanEvent {
  return {
    name: text(event['name']) ?? '',
    timeNs: parseIsoTime(event['time'] ?? event['timestamp']) ?? startNs,
    attributes: plainRecord(event['attributes']),
  };
}

function readLink(link: Readonly<Record<string, unknown>>): SpanLink[] {
  const context = 'context' in link ? asRecord(link['context']) : link;
  const traceId = parseId('trace', context['trace_id']);
  const spanId = parseId('span', context['span_id']);
  if (traceId === undefined || spanId === undefined) return [];
  return [{ traceId, spanId, attributes: plainRecord(link['attributes']) }];
}

function word<Word extends string>(words: ReadonlySet<string>, value: unknown, otherwise: Word): Word {
  const last = typeof value === 'string' ? value.slice(value.lastIndexOf('.') + 1).toUpperCase() : '';
  return words.has(last) ? (last as Word) : otherwise;
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function problem(message: string): Reading {
  return { spans: [], problems: [message] };
}
