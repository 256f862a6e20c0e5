import { describe, expect, test } from '@jest/globals';

import { makeRunText } from '../make-run.ts';
import { runGymTrace, TestFolder } from '../start-gym-trace.ts';

describe('gym-trace diff', () => {
  test('a run against itself: not worse, exit code 0', async () => {
    using folder = new TestFolder();
    const log = folder.write('a.jsonl', makeRunText({ rollouts: 30 }));
    const { code, stdout } = await runGymTrace('diff', log, log);
    expect(code).toBe(0);
    expect(stdout).toContain('rollouts  30 before, 30 after');
    expect(stdout).toContain('pass  not worse');
  });

  test('the tool takes 100 ms instead of 50: exit code 1 and the metric; with --max-rise 1 exit code 0 for durations', async () => {
    using folder = new TestFolder();
    const before = folder.write('a.jsonl', makeRunText({ rollouts: 30 }));
    const after = folder.write('b.jsonl', makeRunText({ rollouts: 30, toolMs: () => 100 }));
    const { code, stdout } = await runGymTrace('diff', before, after);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^fail {2}rollout p50: \+\d+ %/m);
    const tolerant = await runGymTrace('diff', before, after, '--max-rise', '1');
    expect(tolerant.code).toBe(0);
  });

  test('3 rollouts are too few to tell: exit code 3', async () => {
    using folder = new TestFolder();
    const log = folder.write('a.jsonl', makeRunText({ rollouts: 3 }));
    const { code, stdout } = await runGymTrace('diff', log, log);
    expect(code).toBe(3);
    expect(stdout).toContain('inconclusive');
  });
});
