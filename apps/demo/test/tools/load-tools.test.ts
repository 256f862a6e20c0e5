import { describe, expect, test } from '@jest/globals';

import { loadTools } from '../../src/tools/load-tools.ts';

const tools = loadTools();

describe('the tools', () => {
  test.each([
    ['get_weather', { city: 'OSLO' }, { city: 'Oslo', temperature_celsius: 8, weather_description: 'light rain' }],
    ['get_weather', { city: 'sf' }, { city: 'San Francisco' }],
    ['calculate', { expression: '2 + 3 * (4 - 1) ^ 2' }, { result: 29 }],
    ['calculate', { expression: '-2 ^ 2' }, { result: -4 }],
    ['calculate', { expression: '2 ** 3 ** 2 % 100' }, { result: 12 }],
    ['calculate', { expression: '0.1 + 0.2' }, { result: 0.3 }],
    ['convert_units', { value: -40, from_unit: 'celsius', to_unit: 'fahrenheit' }, { result: -40, unit: 'fahrenheit' }],
    ['convert_units', { value: 1, from_unit: 'mile', to_unit: 'meter' }, { result: 1609.344 }],
    ['look_up_element', { element: 'au', property: 'atomic_number' }, { element: 'Gold', value: 79 }],
    ['look_up_element', { element: 'Gold', property: 'symbol' }, { value: 'Au' }],
  ])('%s(%j) gives %j', (name, args, expected) => {
    expect(tools.get(name)!.run(args)).toMatchObject(expected);
  });

  test.each([
    ['get_weather', { city: 'Atlantis' }, 'city: no weather for "Atlantis"'],
    ['get_weather', { city: 7 }, 'city: expected a text, received 7'],
    ['calculate', {}, 'expression: expected a text, received nothing'],
    ['calculate', { expression: '1 / 0' }, 'not a finite number'],
    ['calculate', { expression: '(1 + 2' }, 'a parenthesis is not closed'],
    ['calculate', { expression: 'process.exit()' }, 'cannot read "process.ex"'],
    ['calculate', { expression: '('.repeat(501) }, 'at most 500 characters'],
    [
      'convert_units',
      { value: 1, from_unit: 'mile', to_unit: 'kilogram' },
      'cannot convert mile (length) to kilogram (mass)',
    ],
    ['convert_units', { value: '1', from_unit: 'mile', to_unit: 'meter' }, 'value: expected a number, received "1"'],
    ['convert_units', { value: 1, from_unit: '__proto__', to_unit: 'meter' }, 'unit: expected one of'],
    [
      'look_up_element',
      { element: 'Helium', property: 'melting_point_celsius' },
      'the table has no melting_point_celsius for Helium',
    ],
    ['look_up_element', { element: 'Gold', property: 'price' }, 'property: expected one of'],
  ])('%s(%j) is refused: %s', (name, args, message) => {
    expect(() => tools.get(name)!.run(args)).toThrow(message);
  });
});
