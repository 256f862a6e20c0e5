import type { VariantTelemetry } from './start-variant-telemetry.ts';

/** One server that answers `GET /items/:id` with JSON. */
export interface ServerVariant {
  readonly framework: 'node:http' | 'fastify';
  readonly telemetry: VariantTelemetry;
  /** With our adapter. */
  readonly tracing: boolean;
}

/** The servers the benchmark `server` compares, by the name in its table. */
export const serverVariants: Readonly<Record<string, ServerVariant>> = {
  'bare node:http': { framework: 'node:http', telemetry: 'none', tracing: false },
  'telemetry off': { framework: 'node:http', telemetry: 'none', tracing: true },
  'context active, no tracing': { framework: 'node:http', telemetry: 'als', tracing: false },
  'propagation only': { framework: 'node:http', telemetry: 'gym-propagation', tracing: true },
  'span and metric': { framework: 'node:http', telemetry: 'gym', tracing: true },
  'instrumentation-http, span and metric': { framework: 'node:http', telemetry: 'otel', tracing: false },
  'bare Fastify': { framework: 'fastify', telemetry: 'none', tracing: false },
  'Fastify, span and metric': { framework: 'fastify', telemetry: 'gym', tracing: true },
  'Fastify, instrumentation-http': { framework: 'fastify', telemetry: 'otel', tracing: false },
};
