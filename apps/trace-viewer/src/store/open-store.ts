import { createMemoryStore } from './create-memory-store.ts';
import type { ViewerStore } from './viewer-store.ts';

/** Which store to open. */
export interface OpenStoreOptions {
  /** `memory`, the path of a DuckDB file, or `clickhouse://...`, which is only read. */
  readonly store: string;
  /** Of the memory store. */
  readonly maxSpans: number;
  readonly log: (message: string) => void;
}

/** Opens the store that `--store` names; the DuckDB module is loaded only when needed. Rejects with a `TraceStoreError`. */
export async function openStore({ store, maxSpans, log }: OpenStoreOptions): Promise<ViewerStore> {
  if (store === 'memory') return createMemoryStore({ maxSpans });
  const { openTraceStore } = await import('@gym/trace-store');
  return openTraceStore(store, { log });
}
