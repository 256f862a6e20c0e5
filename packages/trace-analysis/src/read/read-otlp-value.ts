import type { SpanEvent, SpanKind, SpanLink, SpanRecord, SpanStatus } from '../span-record.ts';
import { parseId } from './parse-id.ts';
import { parseUnixNano } from './parse-time.ts';
import { readAnyRecord } from './read-any-value.ts';
import { asList, asRecord } from './reading.ts';
import type { Reading } from './reading.ts';

type Raw = Readonly<Record<string, unknown>>;
type Origin = Pick<SpanRecord, 'resource' | 'scope'>;

const kinds: readonly SpanKind[] = ['INTERNAL', 'INTERNAL', 'SERVER', 'CLIENT', 'PRODUCER', 'CONSUMER'];
const statuses: readonly SpanStatus[] = ['UNSET', 'OK', 'ERROR'];

/**
 * Reads one OTLP JSON `TracesData` (a line of the Collector's file exporter, or an HTTP body): ids are hex, 64-bit
 * integers decimal strings or numbers, enums numbers or their protocol names. Source: OTLP specification 1.x, JSON.
 */
export function readOtlpValue(value: Raw): Reading {
  const spans: SpanRecord[] = [];
  const problems: string[] = [];
  for (const group of asList(value['resourceSpans']).map(asRecord)) {
    const resource = readAnyRecord(asRecord(group['resource'])['attributes']);
    for (const part of asList(group['scopeSpans']).map(asRecord)) {
      const scope = asRecord(part['scope']);
      const origin = { resource, scope: { name: text(scope['name']) ?? '', version: text(scope['version']) } };
      for (const raw of asList(part['spans'])) {
        const read = readSpan(asRecord(raw), origin);
        if (typeof read === 'string') problems.push(read);
        else spans.push(read);
      }
    }
  }
  return { spans, problems };
}

function readSpan(raw: Raw, origin: Origin): SpanRecord | string {
  const traceId = parseId('trace', raw['traceId']);
  const spanId = parseId('span', raw['spanId']);
  const startNs = parseUnixNano(raw['startTimeUnixNano']);
  if (traceId === undefined || spanId === undefined) return 'a span has no valid traceId or spanId';
  if (startNs === undefined) return `span ${spanId} has no valid startTimeUnixNano`;
  const endNs = parseUnixNano(raw['endTimeUnixNano']);
  const status = asRecord(raw['status']);
  return {
    traceId,
    spanId,
    parentSpanId: parseId('span', raw['parentSpanId']),
    name: text(raw['name']) ?? '',
    kind: readEnum(kinds, raw['kind'], 'SPAN_KIND_'),
    startNs,
    // 0 is the protocol's "not set": a span that was never ended.
    endNs: endNs === undefined || endNs === 0n ? startNs : endNs,
    status: readEnum(statuses, status['code'], 'STATUS_CODE_'),
    statusMessage: text(status['message']),
    attributes: readAnyRecord(raw['attributes']),
    events: asList(raw['events']).map((event) => readEvent(asRecord(event), startNs)),
    links: asList(raw['links']).flatMap((link) => readLink(asRecord(link))),
    resource: origin.resource,
    scope: origin.scope,
  };
}

function readEvent(event: Raw, startNs: bigint): SpanEvent {
  return {
    name: text(event['name']) ?? '',
    timeNs: parseUnixNano(event['timeUnixNano']) ?? startNs,
    attributes: readAnyRecord(event['attributes']),
  };
}

function readLink(link: Raw): SpanLink[] {
  const traceId = parseId('trace', link['traceId']);
  const spanId = parseId('span', link['spanId']);
  if (traceId === undefined || spanId === undefined) return [];
  return [{ traceId, spanId, attributes: readAnyRecord(link['attributes']) }];
}

function readEnum<Word extends string>(words: readonly Word[], value: unknown, prefix: string): Word {
  if (typeof value === 'number') return words[value] ?? words[0]!;
  const name = typeof value === 'string' && value.startsWith(prefix) ? value.slice(prefix.length) : '';
  return words.find((word) => word === name) ?? words[0]!;
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
