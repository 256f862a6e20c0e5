/** What can be registered with `@opentelemetry/api`, by the names it keeps it under. */
export type ApiPart = 'trace' | 'metrics' | 'context' | 'propagation' | 'diag';

/** Whether somebody has registered this part. The API keeps it in this global and has no function that tells. */
export function isRegistered(part: ApiPart): boolean {
  const registered = (globalThis as Record<symbol, unknown>)[Symbol.for('opentelemetry.js.api.1')];
  return typeof registered === 'object' && registered !== null && part in registered;
}
