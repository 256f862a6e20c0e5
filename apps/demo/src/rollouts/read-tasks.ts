import { readFile } from 'node:fs/promises';

import { DemoError, messageOf } from '../demo-error.ts';
import { isRecord, isResponsesRequest } from '../shapes/read-items.ts';
import type { RolloutRequest } from '../shapes/responses.ts';

/** One usable row of the input; `taskIndex` counts rows from 0, bad ones included, so that it does not move. */
export interface Task {
  readonly taskIndex: number;
  readonly row: RolloutRequest;
}

/** The rows of an input file; `problems` names each line that cannot be used, and the other rows still run. */
export interface ReadTasks {
  readonly tasks: readonly Task[];
  readonly problems: readonly string[];
}

function readRow(line: string): RolloutRequest | string {
  let row: unknown;
  try {
    row = JSON.parse(line);
  } catch (error) {
    return `not valid JSON: ${messageOf(error)}`;
  }
  if (!isRecord(row)) return 'expected a JSON object';
  const params = row['responses_create_params'];
  if (isResponsesRequest(params)) return { ...row, responses_create_params: params };
  return 'expected responses_create_params with an input (text or a list of messages) and, if given, a list of tools';
}

/**
 * Reads tasks from JSON lines as NeMo Gym has them; blank lines are skipped.
 *
 * @param limit how many rows to take from the top; `undefined` takes all.
 * @throws {@link DemoError} `input` when the file cannot be read or holds no usable row.
 */
export async function readTasks(file: string, limit?: number): Promise<ReadTasks> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new DemoError('input', `--input ${file}: cannot be read: ${messageOf(error)}`, { cause: error });
  });
  const lines = text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .map((line, index) => ({ line, number: index + 1 }))
    .filter(({ line }) => line.trim() !== '')
    .slice(0, limit);
  const tasks: Task[] = [];
  const problems: string[] = [];
  for (const [taskIndex, { line, number }] of lines.entries()) {
    const row = readRow(line);
    if (typeof row === 'string') problems.push(`--input ${file} line ${number}: ${row}`);
    else tasks.push({ taskIndex, row });
  }
  if (tasks.length > 0) return { tasks, problems };
  throw new DemoError('input', [`--input ${file}: there is no task to run`, ...problems].join('\n  - '));
}
