import type { IncomingMessage } from 'node:http';

import { context as contextApi } from '@opentelemetry/api';
import type { FastifyPluginCallback } from 'fastify';

import { resolveServerOptions, type ServerTelemetryOptions } from './server-options.ts';
import { callOfRequest, stripRolloutPrefix, traceHttpRequest } from './trace-http-request.ts';

const plugin: FastifyPluginCallback<ServerTelemetryOptions> = (fastify, options, done) => {
  const resolved = resolveServerOptions(options);
  fastify.addHook('onRequest', (request, reply, next) => {
    const call = traceHttpRequest(request.raw, reply.raw, resolved);
    if (!call) return next();
    const route = request.routeOptions.url;
    if (route !== undefined) call.setRoute(route);
    contextApi.with(call.context, next);
  });
  // The body is read in the socket's context, so what comes after it has to enter the request's again.
  fastify.addHook('preValidation', (request, _reply, next) => {
    const call = callOfRequest(request.raw);
    if (call) contextApi.with(call.context, next);
    else next();
  });
  fastify.addHook('onError', (request, _reply, error, next) => {
    callOfRequest(request.raw)?.recordError(error);
    next();
  });
  done();
};

/**
 * A Fastify 5 plugin: every request is handled in the caller's trace, with a SERVER span named by its route template and
 * `http.server.request.duration`.
 *
 * Register it first, on the root instance: it holds for all routes, those of encapsulated plugins too. Later `onRequest`
 * hooks, everything from `preValidation` on, and the handler run in the request's context. The span ends when the
 * response closes; what a handler throws is on it when the answer is a 5xx. A 404 has no route.
 */
export const fastifyTelemetry: FastifyPluginCallback<ServerTelemetryOptions> = Object.assign(plugin, {
  // What `fastify-plugin` sets: the hooks belong to the instance that registers, not to a new one below it.
  [Symbol.for('skip-override')]: true,
  [Symbol.for('fastify.display-name')]: '@gym/telemetry-server',
});

/**
 * For Fastify's `rewriteUrl` option: takes NeMo Gym's prefix `/ng-rollout/<id>` off, so that routes match. The id becomes
 * the current rollout id of the request.
 */
export function rewriteRolloutUrl(request: IncomingMessage): string {
  stripRolloutPrefix(request);
  return request.url ?? '/';
}
