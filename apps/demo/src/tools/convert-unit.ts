import { ToolError } from './tool.ts';

type Dimension = 'length' | 'mass' | 'volume' | 'time' | 'speed' | 'temperature';

interface Unit {
  readonly dimension: Dimension;
  /** base value = value * scale + offset */
  readonly scale: number;
  readonly offset?: number;
}

const units: ReadonlyMap<string, Unit> = new Map<string, Unit>([
  ['meter', { dimension: 'length', scale: 1 }],
  ['kilometer', { dimension: 'length', scale: 1000 }],
  ['centimeter', { dimension: 'length', scale: 0.01 }],
  ['mile', { dimension: 'length', scale: 1609.344 }],
  ['foot', { dimension: 'length', scale: 0.3048 }],
  ['inch', { dimension: 'length', scale: 0.0254 }],
  ['kilogram', { dimension: 'mass', scale: 1 }],
  ['gram', { dimension: 'mass', scale: 0.001 }],
  ['pound', { dimension: 'mass', scale: 0.45359237 }],
  ['ounce', { dimension: 'mass', scale: 0.028349523125 }],
  ['liter', { dimension: 'volume', scale: 1 }],
  ['milliliter', { dimension: 'volume', scale: 0.001 }],
  ['gallon', { dimension: 'volume', scale: 3.785411784 }],
  ['second', { dimension: 'time', scale: 1 }],
  ['minute', { dimension: 'time', scale: 60 }],
  ['hour', { dimension: 'time', scale: 3600 }],
  ['day', { dimension: 'time', scale: 86_400 }],
  ['meter_per_second', { dimension: 'speed', scale: 1 }],
  ['kilometer_per_hour', { dimension: 'speed', scale: 1 / 3.6 }],
  ['mile_per_hour', { dimension: 'speed', scale: 0.44704 }],
  ['kelvin', { dimension: 'temperature', scale: 1 }],
  ['celsius', { dimension: 'temperature', scale: 1, offset: 273.15 }],
  ['fahrenheit', { dimension: 'temperature', scale: 5 / 9, offset: 459.67 * (5 / 9) }],
]);

/** The names of all units, as the tool's schema lists them. */
export const unitNames: readonly string[] = [...units.keys()];

function findUnit(name: string): Unit {
  const unit = units.get(name);
  if (unit) return unit;
  throw new ToolError(`unit: expected one of ${unitNames.join(', ')}, received ${JSON.stringify(name.slice(0, 40))}`);
}

/**
 * Converts a value between two units of one dimension, named as in {@link unitNames}.
 *
 * @throws {@link ToolError} for an unknown unit or two dimensions.
 */
export function convertUnit(value: number, from: string, to: string): number {
  const source = findUnit(from);
  const target = findUnit(to);
  if (source.dimension !== target.dimension) {
    throw new ToolError(`cannot convert ${from} (${source.dimension}) to ${to} (${target.dimension})`);
  }
  const base = value * source.scale + (source.offset ?? 0);
  return (base - (target.offset ?? 0)) / target.scale;
}
