import { readAttributes, readOrigin } from './read-attributes.ts';
import type { ReceivedOrigin, ReceivedSpan, SpanKind, StatusCode } from './received-data.ts';
import type { RawEvent, RawLink, RawSpan, RawTraces } from './trace-messages.ts';

const kinds: readonly SpanKind[] = ['UNSPECIFIED', 'INTERNAL', 'SERVER', 'CLIENT', 'PRODUCER', 'CONSUMER'];
const codes: readonly StatusCode[] = ['UNSET', 'OK', 'ERROR'];

/** Flattens a decoded trace request to its spans, in order. */
export function readSpans(request: RawTraces): ReceivedSpan[] {
  const spans: ReceivedSpan[] = [];
  for (const { resource, scopeSpans } of request.resourceSpans ?? []) {
    for (const group of scopeSpans ?? []) {
      const origin = readOrigin(resource, group.scope);
      for (const span of group.spans ?? []) spans.push(readSpan(span, origin));
    }
  }
  return spans;
}

function readSpan(span: RawSpan, origin: ReceivedOrigin): ReceivedSpan {
  return {
    traceId: span.traceId ?? '',
    spanId: span.spanId ?? '',
    parentSpanId: span.parentSpanId || undefined,
    traceState: span.traceState ?? '',
    flags: span.flags ?? 0,
    name: span.name ?? '',
    kind: kinds[span.kind ?? 0] ?? 'UNSPECIFIED',
    startTimeUnixNano: span.startTimeUnixNano ?? 0n,
    endTimeUnixNano: span.endTimeUnixNano ?? 0n,
    attributes: readAttributes(span.attributes),
    events: (span.events ?? []).map(readEvent),
    links: (span.links ?? []).map(readLink),
    status: { code: codes[span.status?.code ?? 0] ?? 'UNSET', message: span.status?.message ?? '' },
    droppedCounts: {
      attributes: span.droppedAttributesCount ?? 0,
      events: span.droppedEventsCount ?? 0,
      links: span.droppedLinksCount ?? 0,
    },
    ...origin,
  };
}

function readEvent(event: RawEvent): ReceivedSpan['events'][number] {
  return {
    name: event.name ?? '',
    timeUnixNano: event.timeUnixNano ?? 0n,
    attributes: readAttributes(event.attributes),
    droppedAttributesCount: event.droppedAttributesCount ?? 0,
  };
}

function readLink(link: RawLink): ReceivedSpan['links'][number] {
  return {
    traceId: link.traceId ?? '',
    spanId: link.spanId ?? '',
    traceState: link.traceState ?? '',
    flags: link.flags ?? 0,
    attributes: readAttributes(link.attributes),
    droppedAttributesCount: link.droppedAttributesCount ?? 0,
  };
}
