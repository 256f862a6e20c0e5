import {
  anyValue,
  keyValue,
  resource,
  scope,
  type RawAnyValue,
  type RawKeyValue,
  type RawResource,
  type RawScope,
} from './common-messages.ts';
import { messageSchema, type MessageSchema } from './message-schema.ts';

/** `opentelemetry.proto.logs.v1.LogRecord`. */
export interface RawLog {
  readonly timeUnixNano?: bigint;
  readonly severityNumber?: number;
  readonly severityText?: string;
  readonly body?: RawAnyValue;
  readonly attributes?: readonly RawKeyValue[];
  readonly droppedAttributesCount?: number;
  readonly flags?: number;
  readonly traceId?: string;
  readonly spanId?: string;
  readonly observedTimeUnixNano?: bigint;
  readonly eventName?: string;
}

interface RawScopeLogs {
  readonly scope?: RawScope;
  readonly logRecords?: readonly RawLog[];
}

interface RawResourceLogs {
  readonly resource?: RawResource;
  readonly scopeLogs?: readonly RawScopeLogs[];
}

/** `opentelemetry.proto.collector.logs.v1.ExportLogsServiceRequest`. */
export interface RawLogs {
  readonly resourceLogs?: readonly RawResourceLogs[];
}

const logRecord = messageSchema<RawLog>({
  timeUnixNano: [1, 'fixed64'],
  severityNumber: [2, 'int32'],
  severityText: [3, 'string'],
  body: [5, () => anyValue],
  attributes: [6, [() => keyValue]],
  droppedAttributesCount: [7, 'uint32'],
  flags: [8, 'fixed32'],
  traceId: [9, 'traceId'],
  spanId: [10, 'spanId'],
  observedTimeUnixNano: [11, 'fixed64'],
  eventName: [12, 'string'],
});

const scopeLogs = messageSchema<RawScopeLogs>({ scope: [1, () => scope], logRecords: [2, [() => logRecord]] });

const resourceLogs = messageSchema<RawResourceLogs>({
  resource: [1, () => resource],
  scopeLogs: [2, [() => scopeLogs]],
});

/** Schema of {@link RawLogs}. */
export const logs: MessageSchema<RawLogs> = messageSchema<RawLogs>({ resourceLogs: [1, [() => resourceLogs]] });
