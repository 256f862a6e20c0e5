import { mkdir, mkdtemp, readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { DemoError, messageOf } from '../demo-error.ts';

/**
 * Makes the folder of a run: the given one, or `runs/<UTC time>-<unique>` in the current folder.
 *
 * @throws {@link DemoError} `output` when it cannot be made, or holds logs: all logs in it are verified at the end.
 */
export async function makeRunFolder(given: string | undefined, now: Date): Promise<string> {
  try {
    if (given !== undefined) {
      await mkdir(given, { recursive: true });
      const log = (await readdir(given)).find((name) => name.endsWith('.log'));
      if (log !== undefined) throw new Error(`it holds the logs of another run (${log})`);
      return given;
    }
    await mkdir('runs', { recursive: true });
    return await mkdtemp(join('runs', `${now.toISOString().slice(0, 19).replaceAll(':', '-')}-`));
  } catch (error) {
    throw new DemoError('output', `--run-folder ${given ?? 'runs/'}: cannot be used: ${messageOf(error)}`, {
      cause: error,
    });
  }
}
