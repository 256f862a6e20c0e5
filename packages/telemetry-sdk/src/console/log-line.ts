import type { ReadableLogRecord } from '@opentelemetry/sdk-logs';

import { isoTime, toJsonLine } from './to-json.ts';

/** A log record as one line of JSON; trace and span id are null outside a span. Source: contract section 12. */
export function logLine(record: ReadableLogRecord): string {
  return toJsonLine({
    signal: 'log',
    time: isoTime(record.hrTime),
    observed_time: isoTime(record.hrTimeObserved),
    severity_number: record.severityNumber ?? 0,
    severity_text: record.severityText,
    event_name: record.eventName,
    body: record.body ?? null,
    trace_id: record.spanContext?.traceId ?? null,
    span_id: record.spanContext?.spanId ?? null,
    attributes: record.attributes,
    resource: record.resource.attributes,
    scope: { name: record.instrumentationScope.name, version: record.instrumentationScope.version },
  });
}
