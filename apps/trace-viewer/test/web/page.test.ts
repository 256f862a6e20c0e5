import type { SpanRecord } from '@gym/trace-analysis';
import { expect, test } from '@jest/globals';

import { makeRun } from '../make-run.ts';
import { addressOf, describeInBrowser, keepScreenshot } from './page-browser.ts';

describeInBrowser('the web page', (withPage) => {
  test('from the run to its straggler, to its spans, to the attributes of one; deep link and keys', async () => {
    await withPage(makeRun({ rollouts: 20, toolMs: (at) => (at === 7 ? 450 : 50) }), async (page) => {
      await page.getByRole('link', { name: 'made' }).click();
      await page.getByText('all of the extra 400 ms is waiting for `search`').waitFor();
      await keepScreenshot(page, 'overview');
      await page.getByText('all of the extra 400 ms is waiting for `search`').click();
      await page.getByRole('row', { name: 'gym.tool_call' }).click();
      await page.getByText('nemo.gym.tool.name').waitFor();
      await keepScreenshot(page, 'waterfall');
      expect(page.url()).toMatch(/#\/trace\/\w{32}\?span=\w{16}$/);
      expect(await page.getByRole('row').count()).toBe(7);
      const axes = await Promise.all((await page.locator('.row > span').all()).map((axis) => axis.boundingBox()));
      expect(new Set(axes.map((box) => `${box?.x} ${box?.width}`)).size).toBe(1);
      await page.reload();
      await page.getByRole('heading', { name: 'gym.tool_call' }).waitFor();
      await page.keyboard.press('ArrowUp');
      await page.getByRole('heading', { name: 'gym.rollout' }).waitFor();
      await page.keyboard.press('ArrowLeft');
      await page.locator('.row').nth(3).waitFor({ state: 'detached' });
      expect(await page.locator('.row').count()).toBe(3);
    });
  });

  test('from the overview to the service map, the tasks side by side and what-if, and back by deep link', async () => {
    await withPage(makeRun({ rollouts: 20, toolMs: (at) => (at === 7 ? 450 : 50) }), async (page) => {
      await page.getByRole('link', { name: 'made' }).click();
      await page.getByRole('link', { name: 'Service map' }).click();
      await page.getByRole('img', { name: 'Servers and the calls between them' }).waitFor();
      await page.getByRole('row', { name: 'agent, tools 20 0 10.0 ms' }).waitFor();
      await page.getByRole('row', { name: 'agent 80 20 0 76.0 ms 78.0 ms 66.0 ms 68.0 ms' }).waitFor();
      expect(await page.locator('.map .name').allTextContents()).toEqual(['driver', 'agent', 'tools']);
      await keepScreenshot(page, 'map');
      await page.goBack();
      await page.getByRole('link', { name: /Task 3: waited 411 ms for 3-1 alone/ }).click();
      await page.getByText('2 attempts in').waitFor();
      expect(await page.getByRole('region').count()).toBe(1);
      await page.getByRole('link', { name: 'All tasks' }).click();
      await page.getByRole('region', { name: 'Task 9' }).waitFor();
      expect(await page.getByRole('region').count()).toBe(10);
      await keepScreenshot(page, 'groups');
      await page.getByRole('link', { name: 'made' }).click();
      await page.getByRole('link', { name: 'What if' }).click();
      await page.getByLabel('model time').fill('0.5');
      await page.getByLabel('one tool').fill('search=0.5');
      await page.getByRole('button', { name: 'Replay' }).click();
      await page.getByRole('row', { name: 'rollout p50 82.0 ms 57.0 ms -30.5 %' }).waitFor();
      expect(page.url()).toContain('tool=search%3D0.5');
      await page.reload();
      await page.getByRole('row', { name: 'rollout p50 82.0 ms 57.0 ms' }).waitFor();
    });
  });

  test('rollouts are filtered by duration and sorted; a filter nothing matches says so', async () => {
    await withPage(makeRun({ rollouts: 20, toolMs: (at) => (at === 7 ? 450 : 50) }), async (page) => {
      await page.goto(addressOf(page, 'rollouts/made'));
      await page.getByText('20 rollouts').waitFor();
      await page.getByRole('button', { name: 'duration' }).click();
      await keepScreenshot(page, 'rollouts');
      await page.getByLabel('at least').fill('200');
      await page.getByRole('button', { name: 'Filter' }).click();
      await page.getByText('1 rollouts').waitFor();
      await page.getByLabel('at least').fill('2000');
      await page.getByRole('button', { name: 'Filter' }).click();
      await page.getByText('No rollout matches').waitFor();
      expect(page.url()).toContain('minMs=2000');
    });
  });

  test('an empty store says how to start a fleet; spans that arrive are shown without a reload', async () => {
    await withPage([], async (page, otlpUrl) => {
      await page.getByText('No spans yet. Start a fleet with').waitFor();
      const { toOtlpJson } = await import('@gym/trace-analysis');
      const body = toOtlpJson(makeRun({ rollouts: 2, runId: 'arrived' }));
      await fetch(`${otlpUrl}/v1/traces`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
      await page.getByRole('link', { name: 'arrived' }).waitFor();
      expect(await page.getByText('No spans yet').count()).toBe(0);
    });
  });

  test('a span called <img src=x onerror=alert(1)> with an attribute <script>alert(2)</script> is text', async () => {
    const markup = '<img src=x onerror=alert(1)>';
    const spans = makeRun({ rollouts: 1, runId: markup, tool: '<script>alert(2)</script>' }).map((span) =>
      span.name === 'gym.tool_call' ? { ...span, name: markup } : span,
    );
    await withPage(spans, async (page) => {
      await page.getByRole('link', { name: markup }).click();
      await page.getByRole('heading', { name: `Run ${markup}` }).waitFor();
      await page.goto(addressOf(page, `trace/${spans[0]?.traceId}?span=${spans[3]?.spanId}`));
      await page.getByText('<script>alert(2)</script>', { exact: true }).waitFor();
      expect(await page.locator('img').count()).toBe(0);
      for (const route of ['map', 'groups', 'what-if', 'rollouts']) {
        await page.goto(addressOf(page, `${route}/${encodeURIComponent(markup)}`));
        await page.getByRole('heading', { name: markup }).waitFor();
        expect(await page.locator('img').count()).toBe(0);
      }
    });
  });

  test('of a trace of 100 000 spans only the rows in sight are in the document, and its end can be reached', async () => {
    const [root, , , tool] = makeRun({ rollouts: 1 }) as [SpanRecord, SpanRecord, SpanRecord, SpanRecord];
    const many = Array.from({ length: 100_000 }, (_, at) => ({
      ...tool,
      parentSpanId: root.spanId,
      spanId: (at + 1000).toString(16).padStart(16, '0'),
      startNs: root.startNs + BigInt(at),
      endNs: root.startNs + BigInt(at) + 500n,
    }));
    await withPage([root, ...many], async (page) => {
      await page.goto(addressOf(page, `trace/${root.traceId}`));
      await page.getByText('100001 spans, 2 levels; colour').waitFor();
      const loaded = await page.locator('.row').count();
      expect(loaded).toBeGreaterThan(20);
      expect(loaded).toBeLessThan(120);
      await page.goto(`${page.url()}?span=${many.at(-1)?.spanId}`);
      await page.locator('.row.chosen').waitFor();
      await page.getByRole('heading', { name: 'gym.tool_call' }).waitFor();
    });
  });
});
