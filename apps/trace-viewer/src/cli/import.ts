import { openDuckDbStore } from '@gym/trace-store';

import { findLogFiles } from '../input/find-log-files.ts';
import { readLogs } from '../input/read-logs.ts';
import { insertInBatches } from '../store/insert-in-batches.ts';
import type { Terminal } from './terminal.ts';

/** Options of `gym-trace import`. */
export interface ImportOptions {
  /** The DuckDB file; made when it is not there. */
  readonly store: string;
}

/** Adds logs and Parquet files to a store that `gym-trace serve --store` shows. */
export async function importSpans(paths: readonly string[], options: ImportOptions, terminal: Terminal): Promise<void> {
  const isParquet = (path: string): boolean => /\.parquet$/i.test(path);
  const logs = paths.filter((path) => !isParquet(path));
  const spans = logs.length === 0 ? [] : readLogs(logs, terminal);
  const parquet = findLogFiles(paths.filter(isParquet));
  const store = await openDuckDbStore({ path: options.store, log: (message) => terminal.warn(message) });
  try {
    await insertInBatches(store, spans);
    let count = spans.length;
    for (const file of parquet) count += await store.importParquet(file);
    terminal.line(`added ${count} spans to ${options.store}; show them: gym-trace serve --store ${options.store}`);
  } finally {
    await store.close();
  }
}
