/** What went wrong for a reason the user can act on; `exitCode` is the process's: 1 the check failed, 2 wrong use. */
export class ViewerError extends Error {
  override readonly name = 'ViewerError' as const;
  readonly exitCode: 1 | 2;

  constructor(message: string, exitCode: 1 | 2 = 2, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCode;
  }
}

/** True for a {@link ViewerError}. */
export function isViewerError(value: unknown): value is ViewerError {
  return value instanceof ViewerError;
}
