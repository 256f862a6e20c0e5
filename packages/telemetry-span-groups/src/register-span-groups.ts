import { enableSpanGroups } from './enable-span-groups.ts';
import { spanGroupRegistry } from './span-group-registry.ts';
import type { SpanGroupHandle } from './span-group.ts';

/** Groups of a library: `namespace` and names are lower-case words (`a-z`, `0-9`, `_`). */
export interface SpanGroupRegistration<Name extends string> {
  readonly namespace: string;
  readonly groups: readonly Name[];
  /** Groups to add to a preset, by preset name; `default` and `per_rollout` may be extended, others are made. */
  readonly presets?: Readonly<Record<string, readonly Name[]>>;
}

const word = /^[a-z][a-z0-9_]*$/;

function requireWord(value: string, what: string): void {
  if (!word.test(value))
    throw new TypeError(`${what} must be a lower-case word (a-z, 0-9, _), received ${JSON.stringify(value)}`);
}

/**
 * Adds a library's span groups and returns their handles by name.
 *
 * In a spec a group is `<namespace>.<group>` and the namespace alone is a preset of all its groups. Registering again
 * returns the same handles. A spec already in force is applied to the new groups at once.
 *
 * @throws TypeError for a name that is not a lower-case word, a preset called `all`, or a preset's unknown member.
 */
export function registerSpanGroups<Name extends string>(
  registration: SpanGroupRegistration<Name>,
): Readonly<Record<Name, SpanGroupHandle>> {
  const { namespace, groups, presets = {} } = registration;
  requireWord(namespace, 'namespace');
  for (const name of groups) requireWord(name, 'span group');
  for (const [preset, members] of Object.entries<readonly Name[]>(presets)) {
    requireWord(preset, 'preset');
    if (preset === 'all') throw new TypeError('the preset "all" is every registered group and cannot be changed');
    const stranger = members.find((member) => !groups.includes(member));
    if (stranger !== undefined)
      throw new TypeError(`preset "${preset}" names "${stranger}", which is not among the registered groups`);
  }

  const registry = spanGroupRegistry();
  const addToPreset = (preset: string, names: readonly string[]): void => {
    registry.presets.set(preset, new Set([...(registry.presets.get(preset) ?? []), ...names]));
  };
  const qualified = (name: Name): string => `${namespace}.${name}`;
  const handles = Object.create(null) as Record<Name, SpanGroupHandle>;
  for (const name of groups) {
    const registered = registry.groups.get(qualified(name)) ?? [{ name: qualified(name), enabled: false }];
    registry.groups.set(qualified(name), registered);
    handles[name] = registered[0]!;
  }
  addToPreset(namespace, groups.map(qualified));
  for (const [preset, members] of Object.entries<readonly Name[]>(presets)) addToPreset(preset, members.map(qualified));
  if (registry.activeSpec !== undefined) enableSpanGroups(registry.activeSpec);
  return handles;
}
