import { join } from 'node:path';

import { describe } from '@jest/globals';

import { makeFolder, openStore } from './fixtures/open-store.ts';
import { describeStore } from './fixtures/store-behaviour.ts';

describe('DuckDB', () => {
  describeStore(100_000, async (spans, logs) => {
    const { folder, remove } = makeFolder();
    const store = await openStore(join(folder, 'spans.duckdb'));
    for (let at = 0; at < spans.length; at += 5000) await store.insertSpans(spans.slice(at, at + 5000));
    await store.insertLogs(logs);
    return {
      store,
      remove: async () => {
        await store.close();
        remove();
      },
    };
  });
});
