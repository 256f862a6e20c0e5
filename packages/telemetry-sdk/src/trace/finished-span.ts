import type { Attributes, HrTime, Link, SpanContext, SpanKind, SpanStatus } from '@opentelemetry/api';
import type { ExportResult } from '@opentelemetry/core';
import type { Resource } from '@opentelemetry/resources';

/** A link as a span keeps it. */
export interface SpanLink extends Link {
  readonly droppedAttributesCount?: number;
}

/** An event of a span. */
export interface SpanEvent {
  readonly name: string;
  readonly time: HrTime;
  readonly attributes?: Attributes;
  readonly droppedAttributesCount?: number;
}

/** The library that made a span. */
export interface InstrumentationScope {
  readonly name: string;
  readonly version?: string;
  readonly schemaUrl?: string;
}

/** What exporters read of a span that has ended: `ReadableSpan` of `@opentelemetry/sdk-trace`, of which it has every field. */
export interface FinishedSpan {
  readonly name: string;
  readonly kind: SpanKind;
  spanContext(): SpanContext;
  readonly parentSpanContext?: SpanContext | undefined;
  readonly startTime: HrTime;
  readonly endTime: HrTime;
  readonly duration: HrTime;
  readonly ended: boolean;
  readonly status: SpanStatus;
  readonly attributes: Attributes;
  readonly links: SpanLink[];
  readonly events: SpanEvent[];
  readonly resource: Resource;
  readonly instrumentationScope: InstrumentationScope;
  readonly droppedAttributesCount: number;
  readonly droppedEventsCount: number;
  readonly droppedLinksCount: number;
}

/** A span exporter as written for OpenTelemetry's own processors, on both majors. */
export interface SpanExporter {
  export(spans: FinishedSpan[], done: (result: ExportResult) => void): void;
  shutdown(): Promise<void>;
}
