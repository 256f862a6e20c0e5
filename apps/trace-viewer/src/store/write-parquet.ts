import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { SpanRecord } from '@gym/trace-analysis';
import { openDuckDbStore } from '@gym/trace-store';

import { insertInBatches } from './insert-in-batches.ts';

/** Writes spans to a Parquet file by way of a store in a temporary folder, which is removed. */
export async function writeParquet(spans: readonly SpanRecord[], path: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'gym-trace-'));
  try {
    const store = await openDuckDbStore({ path: join(folder, 'spans.duckdb') });
    try {
      await insertInBatches(store, spans);
      await store.exportParquet(path);
    } finally {
      await store.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
