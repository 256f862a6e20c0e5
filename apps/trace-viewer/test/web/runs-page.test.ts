import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { toOtlpJson } from '@gym/trace-analysis';
import { describe, expect, test } from '@jest/globals';
import { chromium } from 'playwright-core';

import { startViewer } from '../../src/serve/start-viewer.ts';
import { createMemoryStore } from '../../src/store/create-memory-store.ts';
import { makeRun } from '../make-run.ts';
import { TestFolder } from '../start-gym-trace.ts';

const chromiumPath = '/usr/bin/chromium';
const inBrowser = existsSync(chromiumPath) ? describe : describe.skip;
const build = fileURLToPath(new URL('../../scripts/build-web.mjs', import.meta.url));

const metrics = {
  resource: { attributes: [{ key: 'service.name', value: { stringValue: 'agent' } }] },
  scopeMetrics: [
    {
      metrics: [
        {
          name: 'gym.tool.duration',
          unit: 's',
          histogram: {
            aggregationTemporality: 2,
            dataPoints: [
              { count: '4', sum: 6, attributes: [{ key: 'tool', value: { stringValue: '<b>search</b>' } }] },
            ],
          },
        },
      ],
    },
  ],
};

inBrowser('the runs page (skipped where there is no /usr/bin/chromium)', () => {
  test('shows phases of rollouts in flight, dropped log records and the last values of metrics as they come', async () => {
    using folder = new TestFolder();
    execFileSync(process.execPath, [build, folder.path]);
    const store = createMemoryStore({ maxSpans: 1000 });
    const ports = { port: 0, grpcPort: 0, httpPort: 0 };
    const viewer = await startViewer({ store, ...ports, webFolder: folder.path, log: () => {} });
    const browser = await chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox'] });
    const send = async (signal: string, body: string): Promise<void> => {
      const headers = { 'content-type': 'application/json' };
      await (await fetch(`${viewer.httpUrl}/v1/${signal}`, { method: 'POST', headers, body })).arrayBuffer();
    };
    try {
      const page = await browser.newPage();
      await page.goto(viewer.url);
      await page.getByText('No spans yet').waitFor();
      await send('traces', toOtlpJson(makeRun({ rollouts: 1 }).slice(6)));
      await page.getByRole('heading', { name: 'In flight: 1' }).waitFor();
      await page.getByRole('row', { name: /^0-0 tools gym.verify \d\S* min 1$/ }).waitFor();
      await send(
        'logs',
        JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords: [{ severityText: 'INFO' }] }] }] }),
      );
      await page.getByText('1 log records dropped: they belong to no trace.').waitFor();
      await send('metrics', JSON.stringify({ resourceMetrics: [metrics] }));
      await page.getByText('Metrics: 1 series').click();
      const row = page.getByRole('row', { name: /^gym.tool.duration agent tool=<b>search<\/b> 4, mean 1.5 s / });
      await row.waitFor();
      expect(await page.locator('b').count()).toBe(0);
    } finally {
      await browser.close();
      await viewer.stop();
    }
  });
});
