import { fetch as undiciFetch, type RequestInfo, type RequestInit, type Response } from 'undici';

import { dispatcherFor } from './shared-agent.ts';

/**
 * undici's own `fetch`, traced.
 *
 * Same options, result and errors. Goes through `init.dispatcher`, else an agent that all calls share; a dispatcher
 * inside a `Request` is not used. Each redirect is a request with a span of its own. The CLIENT span ends at the
 * response's headers. Node's global `fetch` is another copy of undici and does not take every dispatcher.
 */
export function fetch(input: RequestInfo, init: RequestInit = {}): Promise<Response> {
  return undiciFetch(input, { ...init, dispatcher: dispatcherFor(init.dispatcher) });
}
