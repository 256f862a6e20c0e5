import { describe, expect, test } from '@jest/globals';

import { readTasks } from '../../src/rollouts/read-tasks.ts';
import { TestFolder } from '../start-demo.ts';

const good = JSON.stringify({ responses_create_params: { input: 'hi' }, extra: 1 });

describe('readTasks', () => {
  test.each([
    ['{"a": 1', 'not valid JSON'],
    ['[1]', 'expected a JSON object'],
    ['{}', 'expected responses_create_params with an input'],
    ['{"responses_create_params": {"input": 7}}', 'expected responses_create_params with an input'],
    ['{"responses_create_params": {"input": [7]}}', 'expected responses_create_params with an input'],
    ['{"responses_create_params": {"input": "x", "tools": {}}}', 'a list of tools'],
  ])('names line 3 for %s and keeps the rows around it', async (bad, message) => {
    using folder = new TestFolder();
    const file = folder.write('in.jsonl', `\uFEFF${good}\r\n\n${bad}\n${good}`);
    const { problems, tasks } = await readTasks(file);
    expect(tasks.map((task) => task.taskIndex)).toEqual([0, 2]);
    expect(tasks[0]?.row).toEqual(JSON.parse(good));
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(`${file} line 3: `);
    expect(problems[0]).toContain(message);
  });

  test('takes 2 of 3 rows with limit 2', async () => {
    using folder = new TestFolder();
    expect((await readTasks(folder.write('in.jsonl', `${good}\n${good}\n${good}\n`), 2)).tasks).toHaveLength(2);
  });

  test('refuses a file without a usable row, with every reason', async () => {
    using folder = new TestFolder();
    const file = folder.write('in.jsonl', '{}\n7\n');
    await expect(readTasks(file)).rejects.toThrow(/there is no task to run[^]*line 1: [^]*line 2: /);
  });
});
