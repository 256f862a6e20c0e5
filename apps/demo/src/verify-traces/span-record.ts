/** A span as a console line has it (contract section 12), times in milliseconds since the epoch. */
export interface SpanRecord {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly name: string;
  readonly kind: string;
  readonly startMs: number;
  readonly durationMs: number;
  readonly failed: boolean;
  readonly server: string;
  readonly serverType: string;
  readonly rolloutId: string | undefined;
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly attributes: Readonly<Record<string, unknown>>;
}
