import type { AttributeValue, ReceivedLog } from '@gym/otlp-receiver';

import { toAttributes, toNanoseconds, toOrigin } from './plain-values.ts';
import type { SdkLog } from './sdk-items.ts';

/** A log record in the shape in which `@gym/otlp-receiver` gives a received one. */
export function toPlainLog(record: SdkLog): ReceivedLog {
  return {
    ...toOrigin(record.resource, record.instrumentationScope),
    timeUnixNano: toNanoseconds(record.hrTime),
    observedTimeUnixNano: toNanoseconds(record.hrTimeObserved),
    severityNumber: record.severityNumber ?? 0,
    severityText: record.severityText ?? '',
    body: (record.body ?? null) as AttributeValue,
    attributes: toAttributes(record.attributes),
    droppedAttributesCount: record.droppedAttributesCount,
    flags: record.spanContext?.traceFlags ?? 0,
    traceId: record.spanContext?.traceId,
    spanId: record.spanContext?.spanId,
    eventName: record.eventName ?? '',
  };
}
