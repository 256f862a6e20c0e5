import { describe, expect, test } from '@jest/globals';

import type { ResponsesResponse } from '../../src/shapes/responses.ts';
import { scoreAnswer } from '../../src/tools/score-answer.ts';

function says(text: string, status: 'completed' | 'incomplete' = 'completed'): ResponsesResponse {
  return {
    status,
    output: [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] }],
  } as unknown as ResponsesResponse;
}

describe('scoreAnswer', () => {
  test.each([
    ['The answer is 42.', 42, 1],
    ['The answer is 42.2.', 42, 1],
    ['The answer is 42.3.', 42, 0],
    ['Of 42 it is 7.', 42, 0],
    ['It is 1,234,567 people', 1_234_567, 1],
    ['It is -3.', 3, 0],
    ['It is 0.005', 0, 1],
    ['no idea', 42, 0],
    ['It is Partly   cloudy.', 'partly cloudy', 1],
    ['It is goldfish.', 'gold', 0],
    ['', undefined, 0],
    ['anything', undefined, 1],
  ])('"%s" for %j is worth %d', (text, expected, reward) => {
    expect(scoreAnswer(says(text), expected)).toBe(reward);
  });

  test('an incomplete response is worth nothing', () => {
    expect(scoreAnswer(says('42', 'incomplete'), 42)).toBe(0);
  });
});
