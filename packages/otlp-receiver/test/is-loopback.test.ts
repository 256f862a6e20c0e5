import { describe, expect, test } from '@jest/globals';

import { isLoopback } from '../src/index.ts';

describe('isLoopback', () => {
  test.each([
    ['127.0.0.1', true],
    ['127.0.0.1:4319', true],
    ['localhost:4319', true],
    ['[::1]:4319', true],
    ['::1', true],
    ['0.0.0.0', false],
    ['127.0.0.1.evil.example', false],
    ['evil.example', false],
    ['', false],
  ])('%p: %p', (host, expected) => {
    expect(isLoopback(host)).toBe(expected);
  });
});
