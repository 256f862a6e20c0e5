import { SpanStatusCode, type Link, type SpanContext } from '@opentelemetry/api';

import type { FinishedSpan } from '../trace/finished-span.ts';
import { groupByScope } from './group-by-scope.ts';
import { ProtobufWriter } from './protobuf-writer.ts';
import { writeAttributes } from './write-attributes.ts';
import { writeExportRequest } from './write-resource.ts';

const hasIsRemote = 0x100;
const isRemote = 0x200;

/** Returns a function that encodes spans of one resource as `ExportTraceServiceRequest` protobuf. Source: opentelemetry-proto, trace.proto. */
export function createTraceEncoder(): (spans: readonly FinishedSpan[]) => Uint8Array {
  const writer = new ProtobufWriter();
  return (spans) => {
    const groups = groupByScope(spans);
    return writeExportRequest(writer, spans[0]?.resource ?? { attributes: {} }, groups, writeSpan);
  };
}

/** The OTLP `flags` of a span or link: the W3C flags and whether the given context is known to be remote. */
export function spanFlags(traceFlags: number, remoteSource: SpanContext | undefined): number {
  return (traceFlags & 0xff) | hasIsRemote | (remoteSource?.isRemote === true ? isRemote : 0);
}

function writeSpan(writer: ProtobufWriter, span: FinishedSpan): void {
  const { traceId, spanId, traceFlags, traceState } = span.spanContext();
  writer.fixed32(16, spanFlags(traceFlags, span.parentSpanContext));
  const statusMark = writer.mark;
  if (span.status.code !== SpanStatusCode.UNSET) writer.uint(3, span.status.code);
  if (span.status.message) writer.string(2, span.status.message);
  writer.endMessage(15, statusMark);
  if (span.droppedLinksCount > 0) writer.uint(14, span.droppedLinksCount);
  for (let i = span.links.length - 1; i >= 0; i--) writeLink(writer, span.links[i] as Link);
  if (span.droppedEventsCount > 0) writer.uint(12, span.droppedEventsCount);
  for (let i = span.events.length - 1; i >= 0; i--) {
    const event = span.events[i] as FinishedSpan['events'][number];
    const mark = writer.mark;
    if (event.droppedAttributesCount) writer.uint(4, event.droppedAttributesCount);
    if (event.attributes !== undefined) writeAttributes(writer, 3, event.attributes);
    writer.string(2, event.name);
    writer.time(1, event.time);
    writer.endMessage(11, mark);
  }
  if (span.droppedAttributesCount > 0) writer.uint(10, span.droppedAttributesCount);
  writeAttributes(writer, 9, span.attributes);
  writer.time(8, span.endTime);
  writer.time(7, span.startTime);
  writer.uint(6, span.kind + 1);
  writer.string(5, span.name);
  if (span.parentSpanContext !== undefined) writer.hex(4, span.parentSpanContext.spanId);
  if (traceState !== undefined) writer.string(3, traceState.serialize());
  writer.hex(2, spanId);
  writer.hex(1, traceId);
}

function writeLink(writer: ProtobufWriter, link: Link): void {
  const mark = writer.mark;
  writer.fixed32(6, spanFlags(link.context.traceFlags, link.context));
  if (link.droppedAttributesCount) writer.uint(5, link.droppedAttributesCount);
  if (link.attributes !== undefined) writeAttributes(writer, 4, link.attributes);
  if (link.context.traceState !== undefined) writer.string(3, link.context.traceState.serialize());
  writer.hex(2, link.context.spanId);
  writer.hex(1, link.context.traceId);
  writer.endMessage(13, mark);
}
