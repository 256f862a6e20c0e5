import type { Dispatcher } from 'undici';

import { traceDispatch } from './trace-dispatch.ts';
import { resolveTracingOptions, type TracingOptions } from './tracing-options.ts';

/**
 * An interceptor for `dispatcher.compose(...)` that does what {@link createTracingDispatcher} does.
 *
 * In `compose(a, b)` the last one is outermost. `compose(tracingInterceptor(), retry)` makes a span for each attempt,
 * with `http.request.resend_count`; `compose(retry, tracingInterceptor())` one for the whole call. On undici 7 a
 * composed dispatcher reads response headers twice: {@link createTracingDispatcher} costs less.
 */
export function tracingInterceptor(options: TracingOptions = {}): Dispatcher.DispatcherComposeInterceptor {
  const settings = resolveTracingOptions(options, false);
  return (dispatch) => {
    const target = { dispatch };
    // undici accepts interceptors of exactly two parameters.
    return (dispatchOptions, handler) => traceDispatch(target, settings, dispatchOptions, handler);
  };
}
