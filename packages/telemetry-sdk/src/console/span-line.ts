import { SpanKind, SpanStatusCode } from '@opentelemetry/api';

import type { FinishedSpan } from '../trace/finished-span.ts';
import { isoTime, toJsonLine } from './to-json.ts';

/** A span as one line of JSON with the top-level fields of contract section 12. */
export function spanLine(span: FinishedSpan): string {
  const { spanId, traceId, traceState } = span.spanContext();
  return toJsonLine({
    signal: 'span',
    trace_id: traceId,
    span_id: spanId,
    parent_span_id: span.parentSpanContext?.spanId ?? null,
    trace_state: traceState?.serialize(),
    name: span.name,
    kind: SpanKind[span.kind],
    start_time: isoTime(span.startTime),
    end_time: isoTime(span.endTime),
    duration_ms: span.duration[0] * 1000 + span.duration[1] / 1e6,
    status: { code: SpanStatusCode[span.status.code], message: span.status.message },
    attributes: span.attributes,
    events: span.events.map(({ attributes, name, time }) => ({
      name,
      time: isoTime(time),
      attributes: attributes ?? {},
    })),
    links: span.links.map(({ attributes, context }) => ({
      trace_id: context.traceId,
      span_id: context.spanId,
      attributes: attributes ?? {},
    })),
    resource: span.resource.attributes,
    scope: { name: span.instrumentationScope.name, version: span.instrumentationScope.version },
  });
}
