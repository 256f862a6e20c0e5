import type { SpanRecord } from '../span-record.ts';

/** What one JSON value held: its spans, and a sentence for each that could not be read. Both empty: no telemetry. */
export interface Reading {
  readonly spans: readonly SpanRecord[];
  readonly problems: readonly string[];
}

export const nothing: Reading = { spans: [], problems: [] };

/** A value as a record to pick fields from; empty for anything that is none. */
export function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

/** A value as a list; empty for anything that is none. */
export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
