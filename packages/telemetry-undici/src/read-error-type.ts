const timeoutCodes = new Set([
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'ETIMEDOUT',
]);

interface ErrorLike {
  readonly name?: unknown;
  readonly code?: unknown;
}

/** Whether a request failed because a time limit was over: `AbortSignal.timeout`, undici's limits, the socket's. */
export function isTimeout(error: unknown): boolean {
  const { name, code } = (error ?? {}) as ErrorLike;
  return name === 'TimeoutError' || (typeof code === 'string' && timeoutCodes.has(code));
}

/**
 * What a request failed with. In the middle of a body undici reports an aborted signal as a bare `AbortError`; the
 * signal's reason says whether that was a timeout.
 */
export function failureCause(error: unknown, signal: unknown): unknown {
  const { aborted, reason } = (signal ?? {}) as { readonly aborted?: unknown; readonly reason?: unknown };
  return aborted === true && (error as ErrorLike | undefined)?.name === 'AbortError' ? (reason ?? error) : error;
}

/** Whether a request ended because its caller gave it up: an `AbortError`, or the very reason the signal was given. */
export function isCallerAbort(error: unknown, signal?: unknown): boolean {
  if (isTimeout(error)) return false;
  const { aborted, reason } = (signal ?? {}) as { readonly aborted?: unknown; readonly reason?: unknown };
  return (error as ErrorLike | undefined)?.name === 'AbortError' || (aborted === true && reason === error);
}

/**
 * `error.type` of a failed request: `timeout`, else the error's code (`ECONNREFUSED`, `UND_ERR_SOCKET`), else its name.
 *
 * The numeric code of a `DOMException` says nothing in a dashboard and is passed over.
 */
export function readErrorType(error: unknown): string {
  if (isTimeout(error)) return 'timeout';
  const { name, code } = (error ?? {}) as ErrorLike;
  if (typeof code === 'string' && code !== '') return code;
  return typeof name === 'string' && name !== '' ? name : '_OTHER';
}
