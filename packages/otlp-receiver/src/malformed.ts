import { OtlpReceiverError } from './otlp-receiver-error.ts';

/** Makes the error for a payload that is no OTLP. */
export function malformed(message: string, cause?: unknown): OtlpReceiverError {
  return new OtlpReceiverError('MALFORMED_PAYLOAD', message, { cause });
}

/** Makes the error for a payload beyond a limit. */
export function tooLarge(message: string): OtlpReceiverError {
  return new OtlpReceiverError('PAYLOAD_TOO_LARGE', message);
}

/** Makes the error for a payload that has to wait. */
export function busy(message: string): OtlpReceiverError {
  return new OtlpReceiverError('BUSY', message);
}
