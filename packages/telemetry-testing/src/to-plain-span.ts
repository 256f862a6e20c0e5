import type { ReceivedSpan, SpanKind, StatusCode } from '@gym/otlp-receiver';
import type { SpanContext } from '@opentelemetry/api';

import { toAttributes, toNanoseconds, toOrigin } from './plain-values.ts';
import type { SdkSpan } from './sdk-items.ts';

const kinds: readonly SpanKind[] = ['INTERNAL', 'SERVER', 'CLIENT', 'PRODUCER', 'CONSUMER'];
const statusCodes: readonly StatusCode[] = ['UNSET', 'OK', 'ERROR'];

/** A finished span in the shape in which `@gym/otlp-receiver` gives a received one. */
export function toPlainSpan(span: SdkSpan): ReceivedSpan {
  const { status } = span;
  return {
    ...toOrigin(span.resource, span.instrumentationScope),
    ...toIds(span.spanContext()),
    parentSpanId: span.parentSpanContext?.spanId,
    name: span.name,
    kind: kinds[span.kind] ?? 'UNSPECIFIED',
    startTimeUnixNano: toNanoseconds(span.startTime),
    endTimeUnixNano: toNanoseconds(span.endTime),
    attributes: toAttributes(span.attributes),
    events: span.events.map(({ attributes, droppedAttributesCount = 0, name, time }) => ({
      name,
      timeUnixNano: toNanoseconds(time),
      attributes: toAttributes(attributes),
      droppedAttributesCount,
    })),
    links: span.links.map(({ attributes, context, droppedAttributesCount = 0 }) => ({
      ...toIds(context),
      attributes: toAttributes(attributes),
      droppedAttributesCount,
    })),
    status: { code: statusCodes[status.code] ?? 'UNSET', message: status.message ?? '' },
    droppedCounts: {
      attributes: span.droppedAttributesCount,
      events: span.droppedEventsCount,
      links: span.droppedLinksCount,
    },
  };
}

function toIds({ spanId, traceFlags, traceId, traceState }: SpanContext): {
  readonly traceId: string;
  readonly spanId: string;
  readonly traceState: string;
  readonly flags: number;
} {
  return { traceId, spanId, traceState: traceState?.serialize() ?? '', flags: traceFlags };
}
