/**
 * `INVALID_URL`: not a store's address. `OPEN_FAILED`: the store cannot be opened (no permission, no server, a file that
 * is something else). `LOCKED`: the file is open elsewhere. `CLOSED`: used after `close()`. `QUEUE_FULL`: too much is
 * waiting to be inserted, nothing of this batch was kept. `INVALID_SPAN`: a span whose attributes are not JSON values.
 * `QUERY_FAILED`: the engine refused a query. `UNSUPPORTED`: this engine does not do that. `ENGINE_FAILED`: the engine's
 * thread ended; open the store again.
 */
export type TraceStoreErrorCode =
  | 'INVALID_URL'
  | 'OPEN_FAILED'
  | 'LOCKED'
  | 'CLOSED'
  | 'QUEUE_FULL'
  | 'INVALID_SPAN'
  | 'QUERY_FAILED'
  | 'UNSUPPORTED'
  | 'ENGINE_FAILED';

/** The one error of this package; tell causes apart by `code`. No message holds a password. */
export class TraceStoreError extends Error {
  override readonly name = 'TraceStoreError' as const;
  readonly code: TraceStoreErrorCode;

  constructor(code: TraceStoreErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** True for a {@link TraceStoreError}, also one of another copy of this package. */
export function isTraceStoreError(value: unknown): value is TraceStoreError {
  return value instanceof Error && value.name === 'TraceStoreError' && 'code' in value;
}
