export { fastifyTelemetry, rewriteRolloutUrl } from './fastify-telemetry.ts';
export { setHttpRoute } from './server-call.ts';
export { resolveServerOptions } from './server-options.ts';
export { startServerRequest } from './start-server-request.ts';
export { tracedListener } from './traced-listener.ts';

export type { IncomingRequest } from './request-attributes.ts';
export type { ServerCall } from './server-call.ts';
export type { ResolvedServerOptions, ServerTelemetryOptions } from './server-options.ts';
export type { TracedListenerOptions } from './traced-listener.ts';
