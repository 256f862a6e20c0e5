import { SpanGroup, type MutableSpanGroup, type SpanGroupHandle } from './span-group.ts';

/** Every group by the name used in a spec, and the members of every preset; `all` is computed. */
export interface SpanGroupRegistry {
  readonly groups: Map<string, MutableSpanGroup>;
  readonly presets: Map<string, Set<string>>;
  /** The spec in force, so that a group registered later is switched by it too; `undefined` while telemetry is off. */
  activeSpec: string | undefined;
}

// The spine is in every preset: without it a rollout could not be told from its neighbours.
const spine = ['server', 'http_client', 'rollout'];

function createRegistry(): SpanGroupRegistry {
  return {
    groups: new Map(Object.values(SpanGroup).map((handle: SpanGroupHandle) => [handle.name, handle])),
    presets: new Map([
      ['default', new Set(['job', 'startup', ...spine])],
      ['per_rollout', new Set(['verify', 'agent', 'model_call', 'tool_call', ...spine])],
    ]),
    activeSpec: undefined,
  };
}

let registry: SpanGroupRegistry | undefined;

/** The registry of this process, made at the first use. */
export function spanGroupRegistry(): SpanGroupRegistry {
  registry ??= createRegistry();
  return registry;
}
