import { describe, expect, test } from '@jest/globals';

import { createIdGenerator } from '../../src/trace/id-generator.ts';

describe('createIdGenerator', () => {
  test('100 000 ids are well formed and all different', () => {
    const generator = createIdGenerator();
    const traceIds = Array.from({ length: 50_000 }, () => generator.traceId());
    const spanIds = Array.from({ length: 50_000 }, () => generator.spanId());
    expect(traceIds.every((id) => /^[\da-f]{32}$/.test(id))).toBe(true);
    expect(spanIds.every((id) => /^[\da-f]{16}$/.test(id))).toBe(true);
    expect(new Set([...traceIds, ...spanIds]).size).toBe(100_000);
  });

  test('a Math.random that always gives 0.5 changes nothing', () => {
    const { random } = Math;
    Math.random = () => 0.5;
    const [first, second] = [createIdGenerator(), createIdGenerator()];
    const ids = [first.traceId(), second.traceId()];
    Math.random = random;
    expect(ids[0]).not.toBe(ids[1]);
  });
});
