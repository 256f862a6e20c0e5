import { describe, expect, test } from '@jest/globals';

import { createMemoryStore } from '../../src/store/create-memory-store.ts';
import { makeRun } from '../make-run.ts';

describe('createMemoryStore', () => {
  test('gives all spans of one of two runs, and none of a run it does not know', async () => {
    const store = createMemoryStore({ maxSpans: 1000 });
    const [one, two] = [makeRun({ rollouts: 3, runId: 'one' }), makeRun({ rollouts: 2, runId: 'two' })];
    await store.insertSpans([...one, ...two]);
    expect(new Set(store.spansOf('one'))).toEqual(new Set(one));
    expect(store.spansOf('three')).toEqual([]);
    expect(store.dropped()).toBe(0);
  });

  test('drops whole traces, oldest first, beyond maxSpans, and counts their spans', async () => {
    const spans = makeRun({ rollouts: 3 });
    const each = spans.length / 3;
    const store = createMemoryStore({ maxSpans: spans.length - 1 });
    await store.insertSpans(spans);
    expect(store.spansOf('made')).toEqual(spans.slice(each));
    expect(store.dropped()).toBe(each);
  });
});
