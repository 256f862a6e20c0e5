import { resolveSpanGroups, type ResolvedSpanGroups } from './resolve-span-groups.ts';
import { spanGroupRegistry } from './span-group-registry.ts';

/**
 * Switches the groups of this process, in all copies of this package: those the spec names on, all others off.
 *
 * Groups that a library registers later follow the same spec. Called by `initTelemetry`.
 */
export function enableSpanGroups(spec: string): ResolvedSpanGroups {
  const registry = spanGroupRegistry();
  const resolved = resolveSpanGroups(spec);
  const on = new Set(resolved.groups);
  registry.activeSpec = spec;
  for (const [name, handles] of registry.groups) for (const handle of handles) handle.enabled = on.has(name);
  return resolved;
}

/** Switches every group off. */
export function disableSpanGroups(): void {
  const registry = spanGroupRegistry();
  registry.activeSpec = undefined;
  for (const handles of registry.groups.values()) for (const handle of handles) handle.enabled = false;
}
