import { resolveSpanGroups, type ResolvedSpanGroups } from './resolve-span-groups.ts';
import { spanGroupRegistry } from './span-group-registry.ts';

/**
 * Switches the groups of this process: those the spec names on, all others off.
 *
 * Groups that a library registers later follow the same spec. Called by `initTelemetry`.
 */
export function enableSpanGroups(spec: string): ResolvedSpanGroups {
  const registry = spanGroupRegistry();
  const resolved = resolveSpanGroups(spec);
  const on = new Set(resolved.groups);
  registry.activeSpec = spec;
  for (const handle of registry.groups.values()) handle.enabled = on.has(handle.name);
  return resolved;
}

/** Switches every group off. */
export function disableSpanGroups(): void {
  const registry = spanGroupRegistry();
  registry.activeSpec = undefined;
  for (const handle of registry.groups.values()) handle.enabled = false;
}
