/** What a span did for its trace: OpenTelemetry's span kinds. A kind that a source does not give reads as `INTERNAL`. */
export type SpanKind = 'INTERNAL' | 'SERVER' | 'CLIENT' | 'PRODUCER' | 'CONSUMER';

/** OpenTelemetry's span status codes. */
export type SpanStatus = 'UNSET' | 'OK' | 'ERROR';

/** An event of a span; `timeNs` is nanoseconds since the epoch. */
export interface SpanEvent {
  readonly name: string;
  readonly timeNs: bigint;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** A link of a span to another span. */
export interface SpanLink {
  readonly traceId: string;
  readonly spanId: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/**
 * One span as plain data, whatever wrote it: everything but the times survives JSON.
 *
 * Ids are lower-case hex (32 and 16 digits), times are nanoseconds since the epoch as the process's own clock gave
 * them (`endNs` may be before `startNs` when that clock was set back), attribute values are JSON values: a 64-bit
 * integer too large for a number is a decimal string, bytes are base64.
 */
export interface SpanRecord {
  readonly traceId: string;
  readonly spanId: string;
  /** Undefined for a root. */
  readonly parentSpanId: string | undefined;
  readonly name: string;
  readonly kind: SpanKind;
  readonly startNs: bigint;
  readonly endNs: bigint;
  readonly status: SpanStatus;
  readonly statusMessage: string | undefined;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly events: readonly SpanEvent[];
  readonly links: readonly SpanLink[];
  readonly resource: Readonly<Record<string, unknown>>;
  readonly scope: { readonly name: string; readonly version: string | undefined };
}
