import { request as undiciRequest, type Dispatcher } from 'undici';

import { dispatcherFor } from './shared-agent.ts';

/** undici's request options; `dispatcher` is made tracing when it is not. */
export type RequestOptions<Opaque = null> = NonNullable<Parameters<typeof undiciRequest<Opaque>>[1]>;

/**
 * undici's `request`, traced.
 *
 * Same options, result and errors. Goes through `options.dispatcher`, else an agent that all calls share. The CLIENT
 * span ends at the response's headers: the body is handed over as a stream, read or not.
 */
export function request<Opaque = null>(
  url: string | URL,
  options: RequestOptions<Opaque> = {},
): Promise<Dispatcher.ResponseData<Opaque>> {
  return undiciRequest<Opaque>(url, { ...options, dispatcher: dispatcherFor(options.dispatcher) });
}
