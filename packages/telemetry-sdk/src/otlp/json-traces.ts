import type { FinishedSpan } from '../trace/finished-span.ts';
import { spanFlags } from './encode-traces.ts';
import { groupByScope } from './group-by-scope.ts';
import { jsonAttributes, jsonRequest, jsonTime } from './json-values.ts';

const keys = { resource: 'resourceSpans', scope: 'scopeSpans', item: 'spans' } as const;

/** Encodes spans of one resource as `ExportTraceServiceRequest` in OTLP/JSON. */
export function encodeJsonTraces(spans: readonly FinishedSpan[]): Uint8Array {
  const groups = groupByScope(spans);
  return jsonRequest(keys, spans[0]?.resource ?? { attributes: {} }, groups, jsonSpan);
}

function jsonSpan(span: FinishedSpan): object {
  const { spanId, traceFlags, traceId, traceState } = span.spanContext();
  return {
    traceId,
    spanId,
    traceState: traceState?.serialize(),
    parentSpanId: span.parentSpanContext?.spanId,
    flags: spanFlags(traceFlags, span.parentSpanContext),
    name: span.name,
    kind: span.kind + 1,
    startTimeUnixNano: jsonTime(span.startTime),
    endTimeUnixNano: jsonTime(span.endTime),
    attributes: jsonAttributes(span.attributes),
    droppedAttributesCount: span.droppedAttributesCount,
    events: span.events.map((event) => ({
      timeUnixNano: jsonTime(event.time),
      name: event.name,
      attributes: jsonAttributes(event.attributes ?? {}),
      droppedAttributesCount: event.droppedAttributesCount ?? 0,
    })),
    droppedEventsCount: span.droppedEventsCount,
    links: span.links.map(({ attributes, context, droppedAttributesCount }) => ({
      traceId: context.traceId,
      spanId: context.spanId,
      traceState: context.traceState?.serialize(),
      attributes: jsonAttributes(attributes ?? {}),
      droppedAttributesCount: droppedAttributesCount ?? 0,
      flags: spanFlags(context.traceFlags, context),
    })),
    droppedLinksCount: span.droppedLinksCount,
    status: { code: span.status.code, message: span.status.message },
  };
}
