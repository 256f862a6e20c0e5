/** `ALREADY_RUNNING`: a harness was not stopped. `NOT_STARTED`: telemetry did not start; the message says why. */
export type TelemetryHarnessErrorCode = 'ALREADY_RUNNING' | 'NOT_STARTED';

/** The one error of this package; tell causes apart by `code`. */
export class TelemetryHarnessError extends Error {
  override readonly name = 'TelemetryHarnessError' as const;
  readonly code: TelemetryHarnessErrorCode;

  constructor(code: TelemetryHarnessErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** True for a {@link TelemetryHarnessError}, also one of another copy of this package. */
export function isTelemetryHarnessError(value: unknown): value is TelemetryHarnessError {
  return value instanceof Error && value.name === 'TelemetryHarnessError' && 'code' in value;
}
