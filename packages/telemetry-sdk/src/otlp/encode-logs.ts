import type { ReadableLogRecord } from '@opentelemetry/sdk-logs';

import { groupByScope } from './group-by-scope.ts';
import { ProtobufWriter } from './protobuf-writer.ts';
import { writeAnyValue, writeAttributes } from './write-attributes.ts';
import { writeExportRequest } from './write-resource.ts';

/** Returns a function that encodes log records of one resource as `ExportLogsServiceRequest` protobuf. Source: opentelemetry-proto, logs.proto. */
export function createLogEncoder(): (records: readonly ReadableLogRecord[]) => Uint8Array {
  const writer = new ProtobufWriter();
  return (records) => {
    const groups = groupByScope(records);
    return writeExportRequest(writer, records[0]?.resource ?? { attributes: {} }, groups, writeRecord);
  };
}

function writeRecord(writer: ProtobufWriter, record: ReadableLogRecord): void {
  if (record.eventName) writer.string(12, record.eventName);
  writer.time(11, record.hrTimeObserved);
  if (record.spanContext !== undefined) {
    writer.hex(10, record.spanContext.spanId);
    writer.hex(9, record.spanContext.traceId);
    writer.fixed32(8, record.spanContext.traceFlags & 0xff);
  }
  if (record.droppedAttributesCount > 0) writer.uint(7, record.droppedAttributesCount);
  writeAttributes(writer, 6, record.attributes);
  if (record.body !== undefined) writeAnyValue(writer, 5, record.body);
  if (record.severityText) writer.string(3, record.severityText);
  if (record.severityNumber !== undefined) writer.uint(2, record.severityNumber);
  writer.time(1, record.hrTime);
}
