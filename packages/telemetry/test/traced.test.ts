import { SpanGroup, traced } from '@gym/telemetry';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { startInMemoryTelemetry, type InMemoryTelemetry } from './in-memory-telemetry.ts';

class Counter {
  total = 1;
  readonly add = traced(SpanGroup.SANDBOX, 'add', function add(this: Counter, by: number, _times = 1): number {
    return (this.total += by);
  });
}

/** One behaviour, with telemetry off and on. */
function behavesAsTheFunction(): void {
  test('keeps this, name and length', () => {
    const counter = new Counter();
    expect(counter.add(2)).toBe(3);
    expect([counter.add.name, counter.add.length]).toEqual(['add', 1]);
  });

  test('returns what the function returns, and throws what it throws', async () => {
    const error = new RangeError('no');
    const fails = traced(SpanGroup.SANDBOX, 'fails', async () => Promise.reject(error));
    const numbers = traced(SpanGroup.SANDBOX, 'numbers', function* numbers(to: number) {
      for (let n = 0; n < to; n++) yield n;
    });
    await expect(fails()).rejects.toBe(error);
    expect([...numbers(3)]).toEqual([0, 1, 2]);
  });
}

describe('with telemetry off', () => {
  behavesAsTheFunction();
});

describe('with telemetry on', () => {
  let telemetry: InMemoryTelemetry;
  beforeAll(async () => {
    telemetry = await startInMemoryTelemetry();
  });
  afterAll(() => telemetry.stop());

  behavesAsTheFunction();

  test('makes one span for each call', async () => {
    await telemetry.takeSpans();
    const counter = new Counter();
    counter.add(1);
    counter.add(1);
    expect((await telemetry.takeSpans()).map(({ name }) => name)).toEqual(['add', 'add']);
  });
});
