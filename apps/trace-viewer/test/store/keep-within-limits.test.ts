import { join } from 'node:path';

import { openDuckDbStore } from '@gym/trace-store';
import { expect, test } from '@jest/globals';

import { keepWithinLimits } from '../../src/store/keep-within-limits.ts';
import { makeRun } from '../make-run.ts';
import { sources, TestFolder } from '../start-gym-trace.ts';

test('a run that ended before the age limit is deleted and named; a store that refuses is named, too', async () => {
  using folder = new TestFolder();
  const store = await openDuckDbStore({ path: join(folder.path, 'spans.duckdb'), execArgv: sources });
  const lines: string[] = [];
  const log = (line: string): void => void lines.push(line);
  try {
    await store.insertSpans(makeRun({ rollouts: 2, runId: 'old' }));
    await keepWithinLimits(store, { maxAgeMs: 1000 }, log)();
    expect(lines).toEqual(['deleted 14 old spans to stay within the limits, whole runs: old']);
    expect(await store.listRuns()).toEqual([]);
  } finally {
    await store.close();
  }
  await keepWithinLimits(store, { maxAgeMs: 1000 }, log)();
  expect(lines[1]).toMatch(/^old spans could not be deleted: .*closed/);
});
