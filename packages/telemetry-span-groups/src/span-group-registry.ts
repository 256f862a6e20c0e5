import { SpanGroup, type MutableSpanGroup, type SpanGroupHandle } from './span-group.ts';

/**
 * Every group by the name used in a spec, and the members of every preset; `all` is computed.
 *
 * A group has one handle for each copy of this package in the process; they are switched together.
 */
export interface SpanGroupRegistry {
  readonly groups: Map<string, MutableSpanGroup[]>;
  readonly presets: Map<string, Set<string>>;
  /** The spec in force, so that a group registered later is switched by it too; `undefined` while telemetry is off. */
  activeSpec: string | undefined;
}

// The spine is in every preset: without it a rollout could not be told from its neighbours.
const spine = ['server', 'http_client', 'rollout'];

/** Where the copies of this package meet; the number changes when the registry's shape does. */
const sharedKey = Symbol.for('gym.telemetry-span-groups.1');

function createRegistry(): SpanGroupRegistry {
  return {
    groups: new Map(),
    presets: new Map([
      ['default', new Set(['job', 'startup', ...spine])],
      ['per_rollout', new Set(['verify', 'agent', 'model_call', 'tool_call', ...spine])],
    ]),
    activeSpec: undefined,
  };
}

/** Adds the handles of this copy; they take over the state of the copy that was first. */
function join(registry: SpanGroupRegistry): void {
  for (const handle of Object.values<SpanGroupHandle>(SpanGroup) as MutableSpanGroup[]) {
    const others = registry.groups.get(handle.name);
    handle.enabled = others?.[0]?.enabled ?? false;
    registry.groups.set(handle.name, [...(others ?? []), handle]);
  }
}

let joined: SpanGroupRegistry | undefined;

/** The registry of this process, made at the first use by the first copy of this package. */
export function spanGroupRegistry(): SpanGroupRegistry {
  if (joined) return joined;
  const shared = globalThis as { [sharedKey]?: SpanGroupRegistry };
  joined = shared[sharedKey] ??= createRegistry();
  join(joined);
  return joined;
}
