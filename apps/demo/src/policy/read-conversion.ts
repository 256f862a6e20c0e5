import type { ToolRoles } from './find-tool-roles.ts';
import type { Need } from './need.ts';
import { readUnits } from './read-units.ts';

/** A conversion of a found or given value by the converter tool. */
export function convert(roles: ToolRoles, value: number | Need, from: string, to: string): Need | undefined {
  const { converter } = roles;
  if (!converter) return undefined;
  return {
    kind: 'call',
    tool: converter.tool,
    args: { [converter.value]: value, [converter.from]: from, [converter.to]: to },
    pick: ['result', 'value'],
  };
}

/** `Convert 5 miles to kilometers`, `How many feet are 3 meters?`: the unit next to the number is the source. */
export function readConversion(question: string, roles: ToolRoles): Need | undefined {
  const number = /-?\d+(?:\.\d+)?/.exec(question);
  const mentions = readUnits(question, roles.converter?.units ?? []);
  const source = number && mentions.find((mention) => mention.at > number.index);
  const target = mentions.find((mention) => mention.unit !== source?.unit);
  if (!number || !source || !target) return undefined;
  return convert(roles, Number(number[0]), source.unit, target.unit);
}
