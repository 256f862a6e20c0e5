import { readFile, truncate } from 'node:fs/promises';

import { DemoError, messageOf } from '../demo-error.ts';
import { isRecord } from '../shapes/read-items.ts';
import type { PlannedRollout } from './plan-rollouts.ts';
import { readRolloutKey, rolloutIdOf } from './rollout-id.ts';

/** What an output file of an earlier run already holds. */
export interface DoneRollouts {
  readonly ids: ReadonlySet<string>;
  readonly warnings: readonly string[];
}

function inputOf(row: Readonly<Record<string, unknown>>): string {
  const params = row['responses_create_params'];
  return JSON.stringify(isRecord(params) ? params['input'] : undefined);
}

/**
 * Reads which planned rollouts an output file already holds.
 *
 * A last line that was cut off by an interruption is removed, its rollout runs again. Other unreadable lines stay and
 * are warned about. A file that does not exist holds nothing.
 *
 * @throws {@link DemoError} `output` when the file cannot be read, or holds rollouts of other tasks.
 */
export async function readDoneRollouts(file: string, planned: readonly PlannedRollout[]): Promise<DoneRollouts> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return Buffer.alloc(0);
    throw new DemoError('output', `--output ${file}: cannot be read: ${messageOf(error)}`, { cause: error });
  });
  const warnings: string[] = [];
  const end = bytes.lastIndexOf('\n') + 1;
  if (end < bytes.length) {
    await truncate(file, end);
    warnings.push(`--output ${file}: the last line was cut off by an interruption; removed, its rollout runs again`);
  }
  const plans = new Map(planned.map((rollout) => [rollout.id, rollout]));
  const ids = new Set<string>();
  for (const [index, line] of bytes.subarray(0, end).toString('utf8').split('\n').entries()) {
    if (line.trim() === '') continue;
    const row = parseRow(line);
    const key = row && readRolloutKey(row);
    if (!row || !key) {
      warnings.push(`--output ${file} line ${index + 1}: no rollout; left as it is`);
      continue;
    }
    const plan = plans.get(rolloutIdOf(key));
    if (plan && inputOf(plan.request) !== inputOf(row)) {
      throw new DemoError(
        'output',
        `--output ${file} line ${index + 1}: holds rollout ${plan.id} of another task; choose another --output`,
      );
    }
    ids.add(rolloutIdOf(key));
  }
  return { ids, warnings };
}

function parseRow(line: string): Record<string, unknown> | undefined {
  try {
    const row: unknown = JSON.parse(line);
    return isRecord(row) ? row : undefined;
  } catch {
    return undefined;
  }
}
