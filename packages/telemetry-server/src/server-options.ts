/** Settings of a server's ingress. */
export interface ServerTelemetryOptions {
  /**
   * Paths that make no span and no metric. Default `/`, `/health`, `/healthz`, `/livez`, `/readyz`; a path matches whole,
   * without its query.
   */
  readonly livenessPaths?: readonly string[];
  /**
   * Whether the caller's trace context, baggage, rollout id and forwarded address are believed. Default `true`. With
   * `false` each request is a trace of its own that links to the caller's span.
   */
  readonly trustInbound?: boolean;
}

/** Options with their defaults. */
export interface ResolvedServerOptions {
  readonly livenessPaths: ReadonlySet<string>;
  readonly trustInbound: boolean;
}

const defaultLivenessPaths: readonly string[] = ['/', '/health', '/healthz', '/livez', '/readyz'];

/** Fills in the defaults. */
export function resolveServerOptions(options: ServerTelemetryOptions): ResolvedServerOptions {
  return {
    livenessPaths: new Set(options.livenessPaths ?? defaultLivenessPaths),
    trustInbound: options.trustInbound ?? true,
  };
}
