/**
 * `LISTEN_FAILED`: a port could not be opened. `REMOTE_HOST`: the host is no loopback address, and `allowRemote` is not
 * set. `WAIT_TIMEOUT`, `STOPPED`: a wait ended without its condition.
 * `MALFORMED_PAYLOAD`, `PAYLOAD_TOO_LARGE`, `BUSY`: inside the receiver only, they become answers to the client.
 */
export type OtlpReceiverErrorCode =
  | 'LISTEN_FAILED'
  | 'REMOTE_HOST'
  | 'WAIT_TIMEOUT'
  | 'STOPPED'
  | 'MALFORMED_PAYLOAD'
  | 'PAYLOAD_TOO_LARGE'
  | 'BUSY';

/** The one error of this package; tell causes apart by `code`. */
export class OtlpReceiverError extends Error {
  override readonly name = 'OtlpReceiverError' as const;
  readonly code: OtlpReceiverErrorCode;

  constructor(code: OtlpReceiverErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** True for an {@link OtlpReceiverError}, also one of another copy of this package. */
export function isOtlpReceiverError(value: unknown): value is OtlpReceiverError {
  return value instanceof Error && value.name === 'OtlpReceiverError' && 'code' in value;
}
