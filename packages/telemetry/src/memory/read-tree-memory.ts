import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { readByteFields } from './read-byte-fields.ts';
import { readProcessTree } from './read-process-tree.ts';

/** The memory of a process tree in bytes; `pssBytes` is `undefined` when a process of it does not tell. */
export interface TreeMemory {
  readonly processes: number;
  readonly rssBytes: number;
  readonly pssBytes: number | undefined;
}

/**
 * Adds up the memory of a process and its descendants, from `smaps_rollup`, or from `status` (no PSS) when any of them
 * lacks it. A process that has ended, a zombie too, counts for nothing. Rule: NeMo Gym memory profiler.
 */
export async function readTreeMemory(procRoot: string, rootPid: number): Promise<TreeMemory> {
  const pids = await readProcessTree(procRoot, rootPid);
  const read = await Promise.all(pids.map((pid) => readProcessMemory(join(procRoot, String(pid)))));
  const living = read.filter((memory) => memory !== undefined);
  const exact = living.every(({ rollup }) => rollup);
  const sum = (value: (memory: ProcessMemory) => number): number =>
    living.reduce((total, memory) => total + value(memory), 0);
  return {
    processes: living.length,
    rssBytes: sum(({ rollup, statusRssBytes }) => (exact && rollup ? rollup.rssBytes : statusRssBytes)),
    pssBytes: exact ? sum(({ rollup }) => rollup?.pssBytes ?? 0) : undefined,
  };
}

interface ProcessMemory {
  readonly statusRssBytes: number;
  readonly rollup: { readonly rssBytes: number; readonly pssBytes: number } | undefined;
}

async function readProcessMemory(folder: string): Promise<ProcessMemory | undefined> {
  // `statm` counts pages, whose size Node does not know; `VmRSS` is the same number in kB.
  const { VmRSS } = await readFields(join(folder, 'status'));
  if (VmRSS === undefined) return undefined;
  const { Pss, Rss } = await readFields(join(folder, 'smaps_rollup'));
  const rollup = Rss !== undefined && Pss !== undefined ? { rssBytes: Rss, pssBytes: Pss } : undefined;
  return { statusRssBytes: VmRSS, rollup };
}

async function readFields(file: string): Promise<Readonly<Record<string, number>>> {
  try {
    return readByteFields(await readFile(file, 'utf8'));
  } catch {
    return {}; // Ended meanwhile, not ours to read, or not known to this kernel.
  }
}
