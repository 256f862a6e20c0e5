import { expect, test } from '@jest/globals';

import { oddTraces } from '../odd-traces.ts';
import { addressOf, describeInBrowser } from './page-browser.ts';

describeInBrowser('odd traces in the web page', (withPage) => {
  test('each is drawn whole, says what is odd about it, and every span in sight can be opened', async () => {
    const all = Object.values(oddTraces);
    await withPage(
      all.flatMap(({ spans }) => spans),
      async (page) => {
        for (const { rows, says, traceId } of all) {
          await page.goto(addressOf(page, `trace/${traceId}`));
          await page.getByText(`${rows} spans`).waitFor();
          await page.getByText(says).first().waitFor();
          expect(await page.getByRole('grid').getAttribute('aria-rowcount')).toBe(String(rows));
          await page
            .locator('.row')
            .nth(Math.min(rows, 20) - 1)
            .click();
          await page.getByRole('complementary', { name: 'Span details' }).waitFor();
          expect(page.url()).toContain(`${traceId}?span=`);
        }
      },
    );
  });

  test('a trace without a rollout is opened by its id, in capitals as well', async () => {
    const { spans, traceId } = oddTraces['OTLP JSON as in the protocol’s examples']!;
    await withPage(spans, async (page) => {
      await page.getByLabel('trace id').fill(` ${traceId.toUpperCase()} `);
      await page.getByRole('button', { name: 'Open' }).click();
      await page.getByRole('row', { name: 'some.service · a server span' }).waitFor();
      expect(page.url()).toContain(`#/trace/${traceId}`);
    });
  });

  test('an attribute of 2 MB is cut, and its length is said', async () => {
    const { spans, traceId } = oddTraces['an attribute of 2 MB']!;
    await withPage(spans, async (page) => {
      await page.goto(addressOf(page, `trace/${traceId}?span=${spans[1]?.spanId}`));
      await page.getByText('... (the first 10000 of 2097152 characters)').waitFor();
      expect((await page.locator('.details').textContent())?.length).toBeLessThan(11_000);
    });
  });

  test('of two spans with one id each has its own details and address', async () => {
    const { spans, traceId } = oddTraces['two spans with one id']!;
    await withPage(spans, async (page) => {
      await page.goto(addressOf(page, `trace/${traceId}`));
      await page.locator('.row').nth(1).click();
      await page.getByText('first', { exact: true }).waitFor();
      await page.keyboard.press('ArrowDown');
      await page.getByText('second', { exact: true }).waitFor();
      await page.reload();
      await page.getByText('second', { exact: true }).waitFor();
      expect(await page.locator('.row.chosen').count()).toBe(1);
    });
  });

  test('the far end of a chain of 10 000 is reached by its address, and the rows above it can be folded away', async () => {
    const { spans, traceId } = oddTraces['a chain of 10 000 spans']!;
    await withPage(spans, async (page) => {
      await page.goto(addressOf(page, `trace/${traceId}?span=${spans.at(-1)?.spanId}`));
      await page.getByRole('row', { name: 'span 10000' }).waitFor();
      await page.goto(addressOf(page, `trace/${traceId}?span=${spans[0]?.spanId}`));
      await page.getByRole('heading', { name: 'gym.rollout' }).waitFor();
      await page.keyboard.press('ArrowLeft');
      await page.locator('.row').nth(1).waitFor({ state: 'detached' });
      expect(await page.locator('.row').count()).toBe(1);
    });
  });
});
