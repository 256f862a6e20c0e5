/**
 * `LISTEN_FAILED`: a port could not be opened. `WAIT_TIMEOUT`, `STOPPED`: a wait ended without its condition.
 * `MALFORMED_PAYLOAD`, `PAYLOAD_TOO_LARGE`: inside the receiver only, they become answers to the client.
 */
export type OtlpReceiverErrorCode =
  | 'LISTEN_FAILED'
  | 'WAIT_TIMEOUT'
  | 'STOPPED'
  | 'MALFORMED_PAYLOAD'
  | 'PAYLOAD_TOO_LARGE';

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
