import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';

import { DemoError, messageOf } from '../demo-error.ts';

/** A JSON lines file that rows are added to, one after the other and each whole. */
export interface RowFile {
  append(row: unknown): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens (and makes, with its folder) a JSON lines file to add rows to.
 *
 * @throws {@link DemoError} `output` when it cannot be written.
 */
export async function openRows(file: string): Promise<RowFile> {
  const explain = (error: unknown): never => {
    throw new DemoError('output', `--output ${file}: cannot be written: ${messageOf(error)}`, { cause: error });
  };
  await mkdir(dirname(file), { recursive: true }).catch(explain);
  const handle = await open(file, 'a').catch(explain);
  let last: Promise<void> = Promise.resolve();
  return {
    append(row) {
      last = last.then(() => handle.appendFile(`${JSON.stringify(row)}\n`)).catch(explain);
      return last;
    },
    async close() {
      await last.catch(() => {});
      await handle.close();
    },
  };
}
