import type { Attributes, Context } from '@opentelemetry/api';

/** The severities the bridges use, by their short names. Source: OpenTelemetry logs data model, `SeverityNumber`. */
export const severityNumbers = { TRACE: 1, DEBUG: 5, INFO: 9, WARN: 13, ERROR: 17, FATAL: 21 } as const;

/** A log record as a bridge makes it; `severityNumber` is 1 to 24. */
export interface GymLogRecord {
  readonly timestamp: Date;
  readonly severityNumber: number;
  readonly severityText: string;
  readonly body: string;
  readonly attributes: Attributes;
}

/** Takes log records; `context` says in which span a record was made. OpenTelemetry's `Logger` fits. */
export interface LogEmitter {
  emit(record: GymLogRecord & { readonly context: Context }): void;
}
