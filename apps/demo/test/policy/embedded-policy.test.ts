import { describe, expect, test } from '@jest/globals';

import { decideNextStep } from '../../src/policy/embedded-policy.ts';
import type { ConversationItem, FunctionCallItem, ToolSchema } from '../../src/shapes/responses.ts';
import { loadTools } from '../../src/tools/load-tools.ts';

const tools = [...loadTools().values()].map((tool) => tool.schema);
const calculator: ToolSchema = {
  type: 'function',
  name: 'mathe',
  parameters: { type: 'object', properties: { formel: { type: 'string', description: 'an arithmetic expression' } } },
};

/** A step of the policy: a call has the first three fields, a message the last. */
interface Step extends FunctionCallItem {
  readonly content: readonly [{ readonly text: string }];
}

function decide(
  text: string,
  more: readonly ConversationItem[] = [],
  offered: readonly ToolSchema[] = tools,
  errorRate = 0,
): readonly Step[] {
  const input = [{ role: 'user', content: text }, ...more];
  return decideNextStep({ input, tools: offered }, { errorRate }).output.map((item) => item as unknown as Step);
}

function output(callId: string, value: unknown): ConversationItem {
  return { type: 'function_call_output', call_id: callId, output: JSON.stringify(value) };
}

describe('decideNextStep', () => {
  test.each([
    ["what's it like in sf?", [['get_weather', { city: 'sf' }]]],
    [
      'Is it warmer in Athens than Oslo? Which is warmer, Athens or Oslo?',
      [
        ['get_weather', { city: 'Athens' }],
        ['get_weather', { city: 'Oslo' }],
      ],
    ],
    ['What is 15% of 240?', [['calculate', { expression: '15 / 100 * 240' }]]],
    ['How many feet are in 3 kilometers?', [['convert_units', { value: 3, from_unit: 'kilometer', to_unit: 'foot' }]]],
    [
      'What is the molar mass of CO2?',
      [
        ['look_up_element', { element: 'C', property: 'atomic_mass' }],
        ['look_up_element', { element: 'O', property: 'atomic_mass' }],
      ],
    ],
  ])('asks for what "%s" needs, independent calls at once', (text, expected) => {
    expect(decide(text).map((call) => [call.name, JSON.parse(call.arguments)])).toEqual(expected);
  });

  test('finds a tool by its schema: "What is 2 + 3?" with a tool called mathe', () => {
    expect(decide('What is 2 + 3?', [], [calculator])[0]).toMatchObject({
      name: 'mathe',
      arguments: '{"formel":"2 + 3"}',
    });
  });

  test('says that it cannot answer "What is 2 + 3?" without a tool', () => {
    expect(decide('What is 2 + 3?', [], [])[0]!.content[0].text).toContain('cannot answer');
  });

  test('uses the result of a tool, whatever it says', () => {
    const [call] = decide('What is 2 + 3?') as [Step];
    const answer = decide('What is 2 + 3?', [call, output(call.call_id, { result: 77 })]);
    expect(answer[0]!.content[0].text).toBe('The answer is 77.');
  });

  test('calls again after an error and gives up after two', () => {
    const [first] = decide('What is 2 + 3?') as [Step];
    const once = [first, output(first.call_id, { error: 'busy' })];
    const [second] = decide('What is 2 + 3?', once) as [Step];
    expect(second).toMatchObject({ type: 'function_call', name: 'calculate' });
    const twice = [...once, second, output(second.call_id, { error: 'busy' })];
    expect(decide('What is 2 + 3?', twice)[0]!.content[0].text).toBe('I could not find out: {"error":"busy"}');
  });

  test('takes a result that depends on another in the next step: Oslo in Fahrenheit', () => {
    const text = 'What is the temperature in Oslo in Fahrenheit?';
    const [call] = decide(text) as [Step];
    const next = decide(text, [call, output(call.call_id, { temperature_celsius: -5 })]);
    expect(JSON.parse(next[0]!.arguments)).toEqual({ value: -5, from_unit: 'celsius', to_unit: 'fahrenheit' });
  });

  test('errs with error_rate 1, the same way each time', () => {
    const [call] = decide('What is 2 + 3?', [], tools, 1) as [Step];
    expect([call.name, call.arguments]).not.toEqual(['calculate', '{"expression":"2 + 3"}']);
    expect(decide('What is 2 + 3?', [], tools, 1)).toEqual([call]);
  });

  test('reads the last question of a conversation only', () => {
    const [call] = decide('What is 2 + 3?', [
      { role: 'assistant', content: 'It is 5.' },
      { role: 'user', content: 'What is 4 * 5?' },
    ]) as [Step];
    expect(call.arguments).toBe('{"expression":"4 * 5"}');
  });
});
