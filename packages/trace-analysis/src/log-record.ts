/** A log record that belongs to a trace. */
export interface LogRecord {
  readonly traceId: string;
  /** `''` when the record names no span. */
  readonly spanId: string;
  /** `''` without one. */
  readonly runId: string;
  readonly server: string;
  /** Nanoseconds since the epoch. */
  readonly timeNs: bigint;
  /** `INFO`, `ERROR`; `''` when unknown. */
  readonly severity: string;
  /** As text; what is no text is JSON. */
  readonly body: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}
