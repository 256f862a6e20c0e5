import type { TelemetryConfig } from '@gym/telemetry-config';
import { readEnvText, resolveTelemetry } from '@gym/telemetry-env';

import type { Env } from '../config/resolve-env-references.ts';

/** Where the spans of a run go: the viewer inside the supervisor, the logs, a collector of the user's, or nowhere. */
export type SpanDestination =
  | { readonly kind: 'viewer' | 'logs' }
  /** `host` is host and port, without credentials. */
  | { readonly kind: 'collector'; readonly host: string }
  | { readonly kind: 'nowhere'; readonly reason: string };

function hostOf(endpoint: string): string {
  const url = endpoint.includes('://') ? endpoint : `http://${endpoint}`;
  return (URL.canParse(url) && new URL(url).host) || 'the given endpoint';
}

/** Settles where spans go, from the `telemetry:` block and the environment: to the viewer when neither names a place. */
export function spanDestination(block: TelemetryConfig, env: Env): SpanDestination {
  const { config } = resolveTelemetry(block, env);
  if (!config.enabled) return { kind: 'nowhere', reason: 'telemetry is off' };
  if (!config.tracesEnabled) return { kind: 'nowhere', reason: 'traces_enabled is false' };
  if (/\bnone\b/i.test(readEnvText(env, 'OTEL_TRACES_EXPORTER') ?? ''))
    return { kind: 'nowhere', reason: 'OTEL_TRACES_EXPORTER is none' };
  if (config.exporter === 'console') return { kind: 'logs' };
  const endpoint = readEnvText(env, 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT') ?? config.otlpEndpoint;
  return endpoint === undefined ? { kind: 'viewer' } : { kind: 'collector', host: hostOf(endpoint) };
}

/** A destination for people. */
export function describeDestination(destination: SpanDestination): string {
  switch (destination.kind) {
    case 'viewer':
      return "otlp to the demo's viewer";
    case 'logs':
      return 'console, into the logs';
    case 'collector':
      return `otlp to ${destination.host}`;
    case 'nowhere':
      return `no spans, ${destination.reason}`;
  }
}
