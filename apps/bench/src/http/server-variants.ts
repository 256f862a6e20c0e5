import type { VariantTelemetry } from './start-variant-telemetry.ts';

/** One server that answers `GET /items/:id` with JSON. */
export interface ServerVariant {
  readonly framework: 'node:http' | 'Fastify' | 'Hono';
  readonly telemetry: VariantTelemetry;
  /** Who traces: our adapter, instrumentation-http, or the framework's own package. */
  readonly tracing?: 'ours' | 'instrumentation-http' | 'framework';
}

/** The servers the benchmark `server` compares, by the name in its table. */
export const serverVariants: Readonly<Record<string, ServerVariant>> = {
  'bare node:http': { framework: 'node:http', telemetry: 'none' },
  'telemetry off': { framework: 'node:http', telemetry: 'none', tracing: 'ours' },
  'context active, no tracing': { framework: 'node:http', telemetry: 'als' },
  'propagation only': { framework: 'node:http', telemetry: 'gym-propagation', tracing: 'ours' },
  'span and metric': { framework: 'node:http', telemetry: 'gym', tracing: 'ours' },
  'instrumentation-http, span and metric': {
    framework: 'node:http',
    telemetry: 'otel',
    tracing: 'instrumentation-http',
  },
  'bare Fastify': { framework: 'Fastify', telemetry: 'none' },
  'Fastify, span and metric': { framework: 'Fastify', telemetry: 'gym', tracing: 'ours' },
  'Fastify, @fastify/otel, spans alone': { framework: 'Fastify', telemetry: 'otel', tracing: 'framework' },
  'Fastify, instrumentation-http': { framework: 'Fastify', telemetry: 'otel', tracing: 'instrumentation-http' },
  'bare Hono': { framework: 'Hono', telemetry: 'none' },
  'Hono, span and metric': { framework: 'Hono', telemetry: 'gym', tracing: 'ours' },
  'Hono, @hono/otel, span and metric': { framework: 'Hono', telemetry: 'otel', tracing: 'framework' },
};
