export { expressTelemetry } from './express-telemetry.ts';
export { fastifyTelemetry, rewriteRolloutUrl } from './fastify-telemetry.ts';
export { honoRolloutPath, honoTelemetry } from './hono-telemetry.ts';
export { setHttpRoute } from './server-call.ts';
export { resolveServerOptions } from './server-options.ts';
export { startServerRequest } from './start-server-request.ts';
export { tracedListener } from './traced-listener.ts';
export { tracedUpgrade } from './traced-upgrade.ts';

export type { ExpressMiddleware } from './express-telemetry.ts';
export type { HonoContext, HonoMiddleware } from './hono-telemetry.ts';
export type { HonoRoute } from './matched-hono-route.ts';
export type { IncomingRequest } from './request-attributes.ts';
export type { ServerCall } from './server-call.ts';
export type { ResolvedServerOptions, ServerTelemetryOptions } from './server-options.ts';
export type { TracedListenerOptions } from './traced-listener.ts';
export type { UpgradeListener } from './traced-upgrade.ts';
