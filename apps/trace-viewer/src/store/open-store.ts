import type { RetentionLimits } from '@gym/trace-store';

import { createMemoryStore } from './create-memory-store.ts';
import { keepWithinLimits } from './keep-within-limits.ts';
import type { ViewerStore } from './viewer-store.ts';

/** Which store to open. */
export interface OpenStoreOptions {
  /** `memory`, the path of a DuckDB file, or `clickhouse://...`, which is only read. */
  readonly store: string;
  /** Of the memory store. */
  readonly maxSpans: number;
  /** Of a DuckDB file, which is kept within them while it is open. */
  readonly limits: RetentionLimits;
  readonly log: (message: string) => void;
}

/** Opens the store that `--store` names; the DuckDB module is loaded only when needed. Rejects with a `TraceStoreError`. */
export async function openStore({ store, maxSpans, limits, log }: OpenStoreOptions): Promise<ViewerStore> {
  if (store === 'memory') return createMemoryStore({ maxSpans });
  const { openTraceStore, parseStoreUrl } = await import('@gym/trace-store');
  const opened = await openTraceStore(store, { log });
  if (parseStoreUrl(store).engine !== 'duckdb') return opened;
  const stopDeleting = keepWithinLimits(opened, limits, log);
  const close = async (): Promise<void> => {
    await stopDeleting();
    await opened.close();
  };
  return { ...opened, close };
}
