const spellings: Readonly<Record<string, readonly string[]>> = {
  kilometer_per_hour: ['km/h', 'kmh', 'kph'],
  mile_per_hour: ['mph'],
  meter_per_second: ['m/s'],
  foot: ['feet', 'ft'],
  inch: ['inches'],
  kilometer: ['km', 'kilometre', 'kilometres'],
  centimeter: ['cm', 'centimetre', 'centimetres'],
  meter: ['metre', 'metres'],
  kilogram: ['kg'],
  liter: ['litre', 'litres'],
  milliliter: ['ml', 'millilitre', 'millilitres'],
};

/** Where a unit stands in a text. */
export interface UnitMention {
  readonly unit: string;
  readonly at: number;
}

function spellingsOf(unit: string): readonly string[] {
  const [head, ...rest] = unit.split('_');
  const spelled = [head, ...rest].join(' ');
  const plural = [`${head}s`, ...rest].join(' ');
  return [spelled, plural, ...(Object.hasOwn(spellings, unit) ? spellings[unit]! : [])];
}

/** Finds the units a text names, of those a tool knows, in order; `miles per hour` is one unit and not also `miles`. */
export function readUnits(text: string, known: readonly string[]): readonly UnitMention[] {
  const bySpelling = new Map(known.flatMap((unit) => spellingsOf(unit).map((spelling) => [spelling, unit] as const)));
  const longestFirst = [...bySpelling.keys()].sort((a, b) => b.length - a.length);
  if (longestFirst.length === 0) return [];
  const pattern = new RegExp(`(?<![a-z/])(${longestFirst.join('|')})(?![a-z/])`, 'g');
  return [...text.toLowerCase().matchAll(pattern)].map((match) => ({
    unit: bySpelling.get(match[1]!)!,
    at: match.index,
  }));
}
