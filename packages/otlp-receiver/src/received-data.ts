/** The three OTLP signals, named as in the HTTP paths (`/v1/traces`, `/v1/metrics`, `/v1/logs`). */
export type Signal = 'traces' | 'metrics' | 'logs';

/**
 * An OTLP `AnyValue` as plain data: a 64-bit integer is a number when it is safe and a bigint when not, bytes are a
 * `Uint8Array`, an empty value is `null`.
 */
export type AttributeValue =
  | string
  | boolean
  | number
  | bigint
  | Uint8Array
  | null
  | readonly AttributeValue[]
  | { readonly [key: string]: AttributeValue };

/** Attributes by key, without a prototype; of a key sent twice the last value stays. */
export type Attributes = { readonly [key: string]: AttributeValue };

/** The instrumentation scope that made an item; `name` and `version` are `''` when none was sent. */
export interface ReceivedScope {
  readonly name: string;
  readonly version: string;
  readonly attributes: Attributes;
}

/** What every item carries: its resource's attributes and its scope. Items of one batch share the two objects. */
export interface ReceivedOrigin {
  readonly resource: Attributes;
  readonly scope: ReceivedScope;
}

/** OTLP span kinds; a number that the protocol does not know reads as `UNSPECIFIED`. */
export type SpanKind = 'UNSPECIFIED' | 'INTERNAL' | 'SERVER' | 'CLIENT' | 'PRODUCER' | 'CONSUMER';

/** OTLP status codes; a number that the protocol does not know reads as `UNSET`. */
export type StatusCode = 'UNSET' | 'OK' | 'ERROR';

/** An event of a span. */
export interface ReceivedEvent {
  readonly name: string;
  readonly timeUnixNano: bigint;
  readonly attributes: Attributes;
  readonly droppedAttributesCount: number;
}

/** A link of a span; ids are lower-case hex. */
export interface ReceivedLink {
  readonly traceId: string;
  readonly spanId: string;
  readonly traceState: string;
  readonly flags: number;
  readonly attributes: Attributes;
  readonly droppedAttributesCount: number;
}

/** A span; ids are lower-case hex (`''` when not sent), `parentSpanId` is undefined for a root. */
export interface ReceivedSpan extends ReceivedOrigin {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly traceState: string;
  readonly flags: number;
  readonly name: string;
  readonly kind: SpanKind;
  readonly startTimeUnixNano: bigint;
  readonly endTimeUnixNano: bigint;
  readonly attributes: Attributes;
  readonly events: readonly ReceivedEvent[];
  readonly links: readonly ReceivedLink[];
  readonly status: { readonly code: StatusCode; readonly message: string };
  readonly droppedCounts: { readonly attributes: number; readonly events: number; readonly links: number };
}

/** A log record; `traceId` and `spanId` are lower-case hex, or undefined when the record has no context. */
export interface ReceivedLog extends ReceivedOrigin {
  readonly timeUnixNano: bigint;
  readonly observedTimeUnixNano: bigint;
  readonly severityNumber: number;
  readonly severityText: string;
  readonly body: AttributeValue;
  readonly attributes: Attributes;
  readonly droppedAttributesCount: number;
  readonly flags: number;
  readonly traceId: string | undefined;
  readonly spanId: string | undefined;
  readonly eventName: string;
}
