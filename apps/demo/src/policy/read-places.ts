import { combineNeeds } from './combine-needs.ts';
import type { ToolRoles } from './find-tool-roles.ts';
import type { Need } from './need.ts';
import { convert } from './read-conversion.ts';
import { readUnits } from './read-units.ts';

const topics: readonly { readonly words: RegExp; readonly pick: readonly string[]; readonly unit?: string }[] = [
  { words: /temperature|warm|hot|cold|cool|degrees|fahrenheit|kelvin/i, pick: ['temperature'], unit: 'celsius' },
  { words: /humid/i, pick: ['humid'] },
  { words: /wind/i, pick: ['wind'], unit: 'kilometer_per_hour' },
  { words: /weather|what's it like|sky|outside/i, pick: ['description', 'weather', 'condition'] },
];

const placePattern = /(?:\b(?:in|for|at|than|and|or|between|is|of)|,)\s+((?:\p{Lu}\p{L}+)(?: \p{Lu}\p{L}+)*)/gu;

function readNames(question: string): readonly string[] {
  const named = [...question.matchAll(placePattern)]
    .map((match) => match[1]!)
    .filter((name) => !/^(Celsius|Fahrenheit|Kelvin)$/.test(name));
  if (named.length > 0) return [...new Set(named)];
  // People also write place names small: "what's it like in sf?"
  const small = /\bin ([\p{L} ]+?)(?: today| now)?\s*[?.!]*$/iu.exec(question)?.[1];
  return small === undefined ? [] : [small];
}

/** Questions about places: one value, compared or combined, and converted when another unit is asked for. */
export function readPlaces(question: string, roles: ToolRoles): Need | undefined {
  const { places } = roles;
  const topic = topics.find(({ words }) => words.test(question));
  if (!places || !topic) return undefined;
  const values = readNames(question).map((name) => ({
    label: name,
    need: { kind: 'call', tool: places.tool, args: { [places.place]: name }, pick: topic.pick } as const,
  }));
  const combined = combineNeeds(question, roles, values);
  const { unit } = topic;
  const wanted = readUnits(question, roles.converter?.units ?? []).find((mention) => mention.unit !== unit);
  if (!combined || combined.kind === 'best' || unit === undefined || !wanted) return combined;
  return convert(roles, combined, unit, wanted.unit);
}
