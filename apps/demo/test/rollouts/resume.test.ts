import { describe, expect, test } from '@jest/globals';

import { planRollouts } from '../../src/rollouts/plan-rollouts.ts';
import { readDoneRollouts } from '../../src/rollouts/resume.ts';
import { TestFolder } from '../start-demo.ts';

const tasks = ['a', 'b', 'c'].map((input, taskIndex) => ({ taskIndex, row: { responses_create_params: { input } } }));
const planned = planRollouts(tasks, 2, 1);
const lineOf = (index: number): string => JSON.stringify({ ...planned[index]!.request, reward: 1 });

describe('readDoneRollouts', () => {
  test('finds nothing in a file that is not there', async () => {
    expect((await readDoneRollouts('/nowhere/out.jsonl', planned)).ids.size).toBe(0);
  });

  test('finds the whole rows and removes a last line that was cut off', async () => {
    using folder = new TestFolder();
    const whole = `${lineOf(0)}\n${lineOf(3)}\n`;
    const file = folder.write('out.jsonl', whole + lineOf(4).slice(0, 20));
    const { ids, warnings } = await readDoneRollouts(file, planned);
    expect([...ids]).toEqual(['0-0', '1-1']);
    expect(warnings).toEqual([
      `--output ${file}: the last line was cut off by an interruption; removed, its rollout runs again`,
    ]);
    expect(folder.read('out.jsonl')).toBe(whole);
  });

  test('leaves an unreadable line 1 where it is and warns', async () => {
    using folder = new TestFolder();
    const file = folder.write('out.jsonl', `{"half": \n${lineOf(2)}\n`);
    const { ids, warnings } = await readDoneRollouts(file, planned);
    expect([...ids]).toEqual(['1-0']);
    expect(warnings).toEqual([`--output ${file} line 1: no rollout; left as it is`]);
    expect(folder.read('out.jsonl')).toContain('{"half": ');
  });

  test('refuses an output that holds rollout 0-0 of another task', async () => {
    using folder = new TestFolder();
    const other = { responses_create_params: { input: 'z' }, _ng_task_index: 0, _ng_rollout_index: 0 };
    const file = folder.write('out.jsonl', `${JSON.stringify(other)}\n`);
    await expect(readDoneRollouts(file, planned)).rejects.toThrow('line 1: holds rollout 0-0 of another task');
  });
});
