import { existsSync, renameSync } from 'node:fs';

import type { DuckDBInstance } from '@duckdb/node-api';

import type { TraceStoreErrorCode } from '../trace-store-error.ts';
import { TraceStoreError } from '../trace-store-error.ts';
import { createLogsTable } from './logs-table.ts';
import { createSpansTable, spanColumns } from './spans-table.ts';
import type { WorkerSettings } from './worker-messages.ts';

/** An open database with its table, and the files that could not be read and were moved aside. */
export interface OpenedDatabase {
  readonly instance: DuckDBInstance;
  readonly movedAside: readonly string[];
}

/**
 * Opens the file or makes it. When it cannot be read, first its log (`.wal`) and then the file itself are moved to
 * `<name>.quarantine-<n>`. Throws `LOCKED` when another process has it open, `OPEN_FAILED` for every other reason.
 */
export async function openDatabase(settings: WorkerSettings): Promise<OpenedDatabase> {
  const { path } = settings;
  const movedAside: string[] = [];
  for (;;) {
    try {
      return { instance: await openOnce(settings), movedAside };
    } catch (cause) {
      const message = cause instanceof Error ? cause.message : String(cause);
      const code = codeOf(message);
      const unreadable = [`${path}.wal`, path].find((file) => existsSync(file));
      if (code !== undefined || unreadable === undefined)
        throw new TraceStoreError(code ?? 'OPEN_FAILED', `${path}: ${message}`, { cause });
      movedAside.push(moveAside(unreadable));
    }
  }
}

async function openOnce({ path, memoryLimitMb }: WorkerSettings): Promise<DuckDBInstance> {
  const { DuckDBInstance } = await import('@duckdb/node-api');
  const instance = await DuckDBInstance.create(path, {
    memory_limit: `${memoryLimitMb}MB`,
    checkpoint_threshold: '32MB',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  });
  try {
    const connection = await instance.connect();
    await connection.run(createSpansTable);
    await connection.run(createLogsTable);
    await connection.run(`SELECT ${spanColumns} FROM spans LIMIT 0`);
    connection.disconnectSync();
    return instance;
  } catch (cause) {
    instance.closeSync();
    throw cause;
  }
}

/** Undefined when the file's content is the trouble. A file of another program stays where it is. */
function codeOf(message: string): TraceStoreErrorCode | undefined {
  if (/could not set lock|conflicting lock|being used by another process/i.test(message)) return 'LOCKED';
  if (/^(Binder|Catalog) Error|cannot open file|permission denied|out of memory|no space left/i.test(message))
    return 'OPEN_FAILED';
  return undefined;
}

function moveAside(file: string): string {
  let number = 1;
  while (existsSync(`${file}.quarantine-${number}`)) number += 1;
  const target = `${file}.quarantine-${number}`;
  renameSync(file, target);
  return target;
}
