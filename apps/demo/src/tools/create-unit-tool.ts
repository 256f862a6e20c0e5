import { convertUnit, unitNames } from './convert-unit.ts';
import { roundNumber } from './round-number.ts';
import { readNumber, readText, type Tool } from './tool.ts';

/** Unit conversion for length, mass, volume, time, speed and temperature. */
export function createUnitTool(): Tool {
  return {
    schema: {
      type: 'function',
      name: 'convert_units',
      description: 'Converts a value from one unit to another.',
      parameters: {
        type: 'object',
        properties: {
          value: { type: 'number', description: 'The value to convert' },
          from_unit: { type: 'string', description: 'Unit of the value', enum: unitNames },
          to_unit: { type: 'string', description: 'Unit wanted', enum: unitNames },
        },
        required: ['value', 'from_unit', 'to_unit'],
      },
      strict: true,
    },
    run(args) {
      const to = readText(args, 'to_unit');
      return { result: roundNumber(convertUnit(readNumber(args, 'value'), readText(args, 'from_unit'), to)), unit: to };
    },
  };
}
