import { readFileSync, rmSync, writeFileSync } from 'node:fs';

import { TraceStoreError } from '../trace-store-error.ts';

/** Seconds that two threads may differ about when their process started. */
const toleranceS = 5;

/** A mark on a database file. */
export interface FileClaim {
  /** Makes the mark ours where another process left one; call it once DuckDB holds the file. */
  readonly confirm: () => void;
  /** Takes our mark away. */
  readonly release: () => void;
}

/**
 * Marks a database file as open in this process, by `<path>.claim`. DuckDB's own lock holds off other processes but not
 * another thread of this one, where two engines would ruin the file: that throws `LOCKED`. Another process's mark does
 * not count (it may have been killed), but stays until DuckDB's lock says that it is void.
 */
export function claimFile(path: string): FileClaim {
  const file = `${path}.claim`;
  const startS = Date.now() / 1000 - process.uptime();
  const mark = JSON.stringify({ pid: process.pid, startS });
  let ours = true;
  try {
    writeFileSync(file, mark, { flag: 'wx' });
  } catch (cause) {
    if (!isExisting(cause)) throw new TraceStoreError('OPEN_FAILED', `${path}: ${String(cause)}`, { cause });
    if (isOwn(file, startS)) throw new TraceStoreError('LOCKED', `${path}: already open in this process`);
    ours = false;
  }
  return {
    confirm() {
      if (!ours) writeFileSync(file, mark);
      ours = true;
    },
    release() {
      if (ours) rmSync(file, { force: true });
    },
  };
}

function isOwn(file: string, startS: number): boolean {
  try {
    const mark: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (typeof mark !== 'object' || mark === null || !('pid' in mark) || !('startS' in mark)) return false;
    return mark.pid === process.pid && Math.abs(Number(mark.startS) - startS) < toleranceS;
  } catch {
    return false;
  }
}

function isExisting(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'EEXIST';
}
