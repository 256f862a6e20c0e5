import type { VariantTelemetry } from './start-variant-telemetry.ts';

/** One way to call a server with undici. */
export interface ClientVariant {
  readonly telemetry: VariantTelemetry;
  /** Through a tracing dispatcher of ours. */
  readonly tracing: boolean;
}

/** The ways the benchmark `client` compares, by the name in its table; the first is the baseline. */
export const clientVariants: Readonly<Record<string, ClientVariant>> = {
  'bare undici': { telemetry: 'none', tracing: false },
  'telemetry off': { telemetry: 'none', tracing: true },
  'context active, no tracing': { telemetry: 'als', tracing: false },
  'propagation only': { telemetry: 'gym-propagation', tracing: true },
  'span and metric': { telemetry: 'gym', tracing: true },
  'instrumentation-undici, span and metric': { telemetry: 'otel', tracing: false },
};
