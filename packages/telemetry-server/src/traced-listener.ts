import type { IncomingMessage, RequestListener } from 'node:http';

import { context as contextApi } from '@opentelemetry/api';

import { noteRejection } from './note-rejection.ts';
import type { ServerCall } from './server-call.ts';
import { resolveServerOptions, type ServerTelemetryOptions } from './server-options.ts';
import { stripRolloutPrefix, traceHttpRequest } from './trace-http-request.ts';

/** Settings of {@link tracedListener}. */
export interface TracedListenerOptions extends ServerTelemetryOptions {
  /** The route template of a request, `undefined` when none matches. Or call `setHttpRoute` while handling it. */
  readonly route?: (request: IncomingMessage) => string | undefined;
}

/**
 * A `node:http` listener that handles each request in the caller's trace, with a SERVER span and
 * `http.server.request.duration`.
 *
 * The span ends when the response closes, whether it was finished or the client is gone (event `http.response.aborted`).
 * NeMo Gym's prefix `/ng-rollout/<id>` is taken off `request.url` first and is the current rollout id; that happens with
 * telemetry off as well. What the listener throws or rejects with is noted on the span and goes on unchanged.
 */
export function tracedListener(listener: RequestListener, options: TracedListenerOptions = {}): RequestListener {
  const resolved = resolveServerOptions(options);
  return function (this: unknown, request, response) {
    stripRolloutPrefix(request);
    const call = traceHttpRequest(request, response, resolved);
    if (!call) return listener.call(this, request, response);
    setRouteOf(call, request, options.route);
    let result: unknown;
    try {
      // Not by `with`'s own `this`: it calls `listener.bind`, which is an HTTP method of an Express app.
      result = contextApi.with(call.context, () => listener.call(this, request, response));
    } catch (error) {
      call.recordError(error);
      throw error;
    }
    return noteRejection(call, result);
  };
}

function setRouteOf(call: ServerCall, request: IncomingMessage, route: TracedListenerOptions['route']): void {
  try {
    const template = route?.(request);
    if (template !== undefined) call.setRoute(template);
  } catch {
    // A naming rule that throws costs the name, not the response.
  }
}
