import type { ReadableLogRecord } from '@opentelemetry/sdk-logs';

import { groupByScope } from './group-by-scope.ts';
import { jsonAnyValue, jsonAttributes, jsonRequest, jsonTime } from './json-values.ts';

const keys = { resource: 'resourceLogs', scope: 'scopeLogs', item: 'logRecords' } as const;

/** Encodes log records of one resource as `ExportLogsServiceRequest` in OTLP/JSON. */
export function encodeJsonLogs(records: readonly ReadableLogRecord[]): Uint8Array {
  const groups = groupByScope(records);
  return jsonRequest(keys, records[0]?.resource ?? { attributes: {} }, groups, jsonRecord);
}

function jsonRecord(record: ReadableLogRecord): object {
  const { spanContext } = record;
  return {
    timeUnixNano: jsonTime(record.hrTime),
    observedTimeUnixNano: jsonTime(record.hrTimeObserved),
    severityNumber: record.severityNumber,
    severityText: record.severityText,
    body: record.body === undefined ? undefined : jsonAnyValue(record.body),
    attributes: jsonAttributes(record.attributes),
    droppedAttributesCount: record.droppedAttributesCount,
    flags: spanContext === undefined ? undefined : spanContext.traceFlags & 0xff,
    traceId: spanContext?.traceId,
    spanId: spanContext?.spanId,
    eventName: record.eventName,
  };
}
