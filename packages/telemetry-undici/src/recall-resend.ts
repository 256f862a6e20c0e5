import type { Context } from '@opentelemetry/api';
import type { Dispatcher } from 'undici';

/** How often a request went out before, and the context of the first time. */
export interface Resend {
  readonly count: number;
  readonly parent: Context;
}

/** Recognises a request that is sent again. */
export type ResendMemory = (handler: Dispatcher.DispatchHandler, active: Context) => Resend;

/**
 * Makes a memory of the handlers that were dispatched: one that comes again is a request sent again.
 *
 * undici's retry and redirect handlers dispatch themselves each time, from a timer or a socket callback, where the
 * active context may be that of another request: hence the parent of the first time. Handlers of undici 7's older
 * shape are used once only and are not remembered. Nothing is kept alive.
 */
export function createResendMemory(): ResendMemory {
  const seen = new WeakMap<object, Resend>();
  return (handler, active) => {
    if (typeof handler.onRequestStart !== 'function') return { count: 0, parent: active };
    const before = seen.get(handler);
    const resend = before ? { count: before.count + 1, parent: before.parent } : { count: 0, parent: active };
    seen.set(handler, resend);
    return resend;
  };
}
