import type { ServerCall } from './server-call.ts';

/**
 * Notes on `call` what a listener's promise rejects with, and gives a promise that rejects all the same: an unhandled
 * rejection stays one. A listener that is not async has nothing to wait for. `onSettled` is called when it is over.
 */
export function noteRejection(call: ServerCall, result: unknown, onSettled?: () => void): void {
  if (!(result instanceof Promise)) {
    onSettled?.();
    return result as void;
  }
  return result.then(
    (value: unknown) => {
      onSettled?.();
      return value;
    },
    (error: unknown) => {
      call.recordError(error);
      onSettled?.();
      throw error;
    },
  ) as unknown as void;
}
