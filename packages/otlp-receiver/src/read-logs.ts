import type { RawLog, RawLogs } from './log-messages.ts';
import { readAnyValue, readAttributes, readOrigin } from './read-attributes.ts';
import type { ReceivedLog, ReceivedOrigin } from './received-data.ts';

/** Flattens a decoded logs request to its records, in order. */
export function readLogs(request: RawLogs): ReceivedLog[] {
  const logs: ReceivedLog[] = [];
  for (const { resource, scopeLogs } of request.resourceLogs ?? []) {
    for (const group of scopeLogs ?? []) {
      const origin = readOrigin(resource, group.scope);
      for (const log of group.logRecords ?? []) logs.push(readLog(log, origin));
    }
  }
  return logs;
}

function readLog(log: RawLog, origin: ReceivedOrigin): ReceivedLog {
  return {
    timeUnixNano: log.timeUnixNano ?? 0n,
    observedTimeUnixNano: log.observedTimeUnixNano ?? 0n,
    severityNumber: log.severityNumber ?? 0,
    severityText: log.severityText ?? '',
    body: readAnyValue(log.body),
    attributes: readAttributes(log.attributes),
    droppedAttributesCount: log.droppedAttributesCount ?? 0,
    flags: log.flags ?? 0,
    traceId: log.traceId || undefined,
    spanId: log.spanId || undefined,
    eventName: log.eventName ?? '',
    ...origin,
  };
}
