import { nearestName } from './nearest-name.ts';
import { spanGroupRegistry } from './span-group-registry.ts';

/** A name in a spec that is neither a preset nor a group; it is ignored. */
export interface UnknownSpanGroup {
  readonly name: string;
  readonly suggestion: string | undefined;
  /** For example `span group "rolout" is unknown and ignored, did you mean "rollout"?` */
  readonly message: string;
}

/** What a spec means: the names of the groups that are on, sorted as registered, and the names nobody knows. */
export interface ResolvedSpanGroups {
  readonly groups: readonly string[];
  readonly unknown: readonly UnknownSpanGroup[];
}

/**
 * Resolves a comma list of presets and groups to the union of their groups.
 *
 * Names are trimmed and taken in any case, blanks dropped; a preset is looked up before a group; `all` is every
 * registered group. An empty spec resolves to no group. Never throws. Rules: NeMo Gym `telemetry` span groups.
 */
export function resolveSpanGroups(spec: string): ResolvedSpanGroups {
  const { groups, presets } = spanGroupRegistry();
  const names = new Set(spec.split(',').flatMap((name) => name.trim().toLowerCase() || []));
  const on = new Set<string>();
  const unknown: UnknownSpanGroup[] = [];
  for (const name of names) {
    const members = name === 'all' ? groups.keys() : (presets.get(name) ?? (groups.has(name) ? [name] : undefined));
    if (members) for (const member of members) on.add(member);
    else unknown.push(describeUnknown(name, ['all', ...presets.keys(), ...groups.keys()]));
  }
  return { groups: [...groups.keys()].filter((name) => on.has(name)), unknown };
}

function describeUnknown(name: string, known: readonly string[]): UnknownSpanGroup {
  const suggestion = nearestName(name, known);
  const hint = suggestion ? `, did you mean "${suggestion}"?` : `; known are ${known.join(', ')}`;
  return { name, suggestion, message: `span group ${JSON.stringify(name)} is unknown and ignored${hint}` };
}
