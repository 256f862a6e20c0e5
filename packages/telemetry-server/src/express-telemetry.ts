import type { IncomingMessage, ServerResponse } from 'node:http';

import { context as contextApi } from '@opentelemetry/api';

import { followExpressRouting } from './follow-express-routing.ts';
import { resolveServerOptions, type ServerTelemetryOptions } from './server-options.ts';
import { stripRolloutPrefix, traceHttpRequest } from './trace-http-request.ts';

/** A middleware of Express 5, by shape: Express need not be installed for its type. */
export type ExpressMiddleware = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void;

/** Under this registered symbol Express's router (2.3) keeps the errors a request met. */
const routerErrors = Symbol.for('router.tracing.publishedErrors');

/** The last error that handlers of this request threw, rejected with or gave to `next`. */
function lastRouterError(request: IncomingMessage): unknown {
  const errors = (request as unknown as Record<symbol, unknown>)[routerErrors];
  return errors instanceof Set ? [...errors].at(-1) : undefined;
}

/**
 * An Express 5 middleware: every request is handled in the caller's trace, with a SERVER span named by its route
 * template and `http.server.request.duration`.
 *
 * Use it first, on the app itself. It takes NeMo Gym's prefix `/ng-rollout/<id>` off `request.url`, with telemetry off
 * as well; the id becomes the current rollout id. The route is the mount paths of all routers and the path of the route
 * that matched; a 404 has none. The span ends when the response closes; what a handler throws, rejects with or gives to
 * `next` is on it when the answer is a 5xx or cut off (Express's router 2.3 or later).
 */
export function expressTelemetry(options: ServerTelemetryOptions = {}): ExpressMiddleware {
  const resolved = resolveServerOptions(options);
  return (request, response, next) => {
    stripRolloutPrefix(request);
    const call = traceHttpRequest(request, response, resolved);
    if (!call) return next();
    followExpressRouting(request, call);
    // Before the listener that ends the call.
    response.prependOnceListener('close', () => {
      const error = lastRouterError(request);
      if (error !== undefined) call.recordError(error);
    });
    contextApi.with(call.context, next);
  };
}
