import { expect, test } from '@jest/globals';

import { startTestSdk } from './start-test-sdk.ts';

test('the logger of a started SDK emits records of the scope nemo.gym; without logs there is none', async () => {
  const records: { body?: unknown; instrumentationScope: { name: string } }[] = [];
  const logRecordExporter = {
    export: (batch: typeof records, done: (result: { code: number }) => void) => {
      records.push(...batch);
      done({ code: 0 });
    },
    shutdown: () => Promise.resolve(),
  };
  const off = { tracesEnabled: false, metricsEnabled: false } as const;
  await using silent = await startTestSdk(off);
  expect(silent.logger).toBeUndefined();
  await silent.shutdown({ timeoutMs: 0 });

  await using sdk = await startTestSdk(
    { ...off, logsEnabled: true },
    { logRecordExporter: logRecordExporter as never },
  );
  sdk.logger!.emit({ body: 'hello' });
  await sdk.forceFlush({ timeoutMs: 1000 });
  expect(records).toMatchObject([{ body: 'hello', instrumentationScope: { name: 'nemo.gym' } }]);
});
