import type { ServerCall } from './server-call.ts';

/**
 * Runs a listener, which may be async though its type says nothing of it, notes what it fails with on `call`, and calls
 * `onSettled` when it is over. What it returns is returned, what it throws is thrown.
 */
export function noteFailure(call: ServerCall, run: () => unknown, onSettled?: () => void): void {
  let result: unknown;
  try {
    result = run();
  } catch (error) {
    call.recordError(error);
    onSettled?.();
    throw error;
  }
  if (!(result instanceof Promise)) {
    onSettled?.();
    return result as void;
  }
  // The promise that is returned rejects too, so an unhandled rejection stays one.
  return result.then(
    (value) => {
      onSettled?.();
      return value as unknown;
    },
    (error: unknown) => {
      call.recordError(error);
      onSettled?.();
      throw error;
    },
  ) as unknown as void;
}
