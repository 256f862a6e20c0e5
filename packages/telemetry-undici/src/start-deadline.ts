/** A signal that fires when the caller aborts or the time is over. */
export interface Deadline {
  readonly signal: AbortSignal | undefined;
  /** Releases timer and listener. */
  stop(): void;
}

/**
 * Starts a deadline of `timeoutMs` milliseconds; without one, the caller's signal alone.
 *
 * The reason is the caller's own, or a `DOMException` named `TimeoutError`. Unlike `AbortSignal.any` it leaves no
 * listener on a signal that outlives the call.
 */
export function startDeadline(caller: AbortSignal | undefined, timeoutMs: number | undefined): Deadline {
  if (timeoutMs === undefined) return { signal: caller, stop: () => {} };
  const controller = new AbortController();
  const forward = (): void => controller.abort(caller?.reason);
  const timer = setTimeout(() => {
    controller.abort(new DOMException(`no answer within ${timeoutMs} ms`, 'TimeoutError'));
  }, timeoutMs);
  if (caller?.aborted) forward();
  else caller?.addEventListener('abort', forward, { once: true });
  return {
    signal: controller.signal,
    stop: () => {
      clearTimeout(timer);
      caller?.removeEventListener('abort', forward);
    },
  };
}
