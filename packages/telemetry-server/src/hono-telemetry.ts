import type { IncomingMessage, ServerResponse } from 'node:http';

import { context as contextApi } from '@opentelemetry/api';

import { matchedHonoRoute, type HonoRoute } from './matched-hono-route.ts';
import { splitRolloutPrefix } from './rollout-prefix.ts';
import type { ServerCall } from './server-call.ts';
import { resolveServerOptions, type ResolvedServerOptions, type ServerTelemetryOptions } from './server-options.ts';
import { startServerRequest } from './start-server-request.ts';
import { traceHttpRequest } from './trace-http-request.ts';

/** What the middleware reads of a Hono context, by shape: Hono need not be installed for its type. */
export interface HonoContext {
  /** `@hono/node-server` puts `incoming` and `outgoing` here. */
  readonly env: unknown;
  readonly req: {
    readonly method: string;
    readonly url: string;
    readonly raw: { readonly headers: Iterable<[string, string]> };
    readonly matchedRoutes: readonly HonoRoute[];
    readonly routeIndex: number;
  };
  readonly res: { readonly status: number };
  readonly error: Error | undefined;
}

/** A middleware of Hono 4, by shape. */
export type HonoMiddleware = (context: HonoContext, next: () => Promise<void>) => Promise<void>;

interface NodeBindings {
  readonly incoming?: IncomingMessage;
  readonly outgoing?: ServerResponse;
}

function startCall(
  c: HonoContext,
  { incoming, outgoing }: NodeBindings,
  options: ResolvedServerOptions,
): ServerCall | undefined {
  if (incoming && outgoing) return traceHttpRequest(incoming, outgoing, options);
  const { pathname, search, protocol, host } = new URL(c.req.url);
  const { target, rolloutId } = splitRolloutPrefix(pathname + search);
  const headers = { host, ...Object.fromEntries(c.req.raw.headers) };
  const scheme = protocol === 'https:' ? 'https' : 'http';
  return startServerRequest({ method: c.req.method, target, rolloutId, scheme, headers }, options);
}

/**
 * A Hono 4 middleware: every request is handled in the caller's trace, with a SERVER span named by its route template
 * and `http.server.request.duration`.
 *
 * Use it first, on the root app: `app.use(honoTelemetry())`. Under `@hono/node-server` the span ends when the response
 * closes; without it (`app.request()`), when the handler has answered. What a handler throws is on the span when the
 * answer is a 5xx. A 404 has no route. The prefix `/ng-rollout/<id>` is taken off by {@link honoRolloutPath}.
 */
export function honoTelemetry(options: ServerTelemetryOptions = {}): HonoMiddleware {
  const resolved = resolveServerOptions(options);
  return async (c, next) => {
    const bindings = (c.env ?? {}) as NodeBindings;
    const call = startCall(c, bindings, resolved);
    if (!call) return next();
    const own = c.req.routeIndex;
    setRoute(call, c, own);
    try {
      await contextApi.with(call.context, next);
      if (c.error !== undefined) call.recordError(c.error);
      setRoute(call, c, own);
      if (!bindings.outgoing) call.end(c.res.status, true);
    } catch (error) {
      call.recordError(error);
      if (!bindings.outgoing) call.end(undefined, true);
      throw error;
    }
  };
}

function setRoute(call: ServerCall, c: HonoContext, own: number): void {
  const { matchedRoutes, routeIndex } = c.req;
  const route = matchedHonoRoute(matchedRoutes, own, routeIndex, () => c.res.status);
  if (route !== undefined) call.setRoute(route);
}

/**
 * For Hono's `getPath` option: the path by which requests are routed, without NeMo Gym's prefix `/ng-rollout/<id>`. The id
 * becomes the current rollout id of the request.
 */
export function honoRolloutPath(request: { readonly url: string }): string {
  const { url } = request;
  const start = url.indexOf('/', url.indexOf('://') + 3);
  const end = url.slice(start).search(/[?#]/);
  const { target } = splitRolloutPrefix(end < 0 ? url.slice(start) : url.slice(start, start + end));
  if (!target.includes('%')) return target;
  try {
    // As Hono does: an encoded `%` stays, so that a parameter is not decoded twice.
    return decodeURI(target.replaceAll('%25', '%2525'));
  } catch {
    return target;
  }
}
