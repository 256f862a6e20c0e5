import { describe, expect, test } from '@jest/globals';

import { makeRunText } from '../make-run.ts';
import { runGymTrace, TestFolder } from '../start-gym-trace.ts';

describe('gym-trace what-if', () => {
  test('a tool of 50 ms that is twice as fast saves 25 ms of each rollout, and the assumptions are printed', async () => {
    using folder = new TestFolder();
    const log = folder.write('a.jsonl', makeRunText({ rollouts: 10 }));
    const { code, stdout } = await runGymTrace('what-if', log, '--tool', 'search=0.5');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^rollout p50 +82\.0 ms +57\.0 ms +-30\.5 %$/m);
    expect(stdout).toContain('assumed: the same calls are made in the same order');
  });

  test('--no-retries says how many rollouts needed one', async () => {
    using folder = new TestFolder();
    const log = folder.write('a.jsonl', makeRunText({ rollouts: 4 }));
    const { stdout } = await runGymTrace('what-if', log, '--no-retries');
    expect(stdout).toContain('0 of 4 rollouts needed a second try');
  });

  test.each([
    [[], 'nothing to change; give --model'],
    [['--tool', 'serch=0.5'], 'no tool serch was called; the logs have search'],
    [['--tool', 'search'], 'Expected name=factor, such as search=0.5.'],
    [['--model', 'fast'], 'Expected a factor such as 0.5 (half) or 2 (twice).'],
  ])('%j: exit code 2 and what to do', async (options, message) => {
    using folder = new TestFolder();
    const log = folder.write('a.jsonl', makeRunText({ rollouts: 2 }));
    const { code, stderr } = await runGymTrace('what-if', log, ...options);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });
});
