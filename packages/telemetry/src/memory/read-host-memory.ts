import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { readByteFields } from './read-byte-fields.ts';

/** The memory of the machine in bytes; usage is what is not available. */
export interface HostMemory {
  readonly usageBytes: number;
  readonly availableBytes: number;
  readonly totalBytes: number;
}

/** Reads `meminfo`; `undefined` where there is none. */
export async function readHostMemory(procRoot: string): Promise<HostMemory | undefined> {
  const text = await readFile(join(procRoot, 'meminfo'), 'utf8').catch(() => '');
  const { MemAvailable, MemTotal } = readByteFields(text);
  if (MemAvailable === undefined || MemTotal === undefined) return undefined;
  return { usageBytes: MemTotal - MemAvailable, availableBytes: MemAvailable, totalBytes: MemTotal };
}
