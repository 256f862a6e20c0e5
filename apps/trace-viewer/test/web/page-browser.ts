import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import type { SpanRecord } from '@gym/trace-analysis';
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { chromium } from 'playwright-core';
import type { Browser, Page } from 'playwright-core';

import { startViewer } from '../../src/serve/start-viewer.ts';
import { createMemoryStore } from '../../src/store/create-memory-store.ts';
import { TestFolder } from '../start-gym-trace.ts';

const chromiumPath = '/usr/bin/chromium';
const build = fileURLToPath(new URL('../../scripts/build-web.mjs', import.meta.url));

/** A folder to keep screenshots in; none: they are not kept. */
const screenshots = process.env['GYM_SCREENSHOTS'];

/** Uses a page of a viewer, which has its OTLP receiver at `otlpUrl`. */
export type PageUse = (page: Page, otlpUrl: string) => Promise<void>;

/** Opens the page over some spans; fails when it wrote an error to the console or asked another host. */
export type WithPage = (spans: readonly SpanRecord[], use: PageUse) => Promise<void>;

/** Declares tests in a real browser, on the page as it is built; skipped where there is none. */
export function describeInBrowser(title: string, tests: (withPage: WithPage) => void): void {
  const declare = existsSync(chromiumPath) ? describe : describe.skip;
  declare(`${title} (skipped where there is no ${chromiumPath})`, () => {
    const folder = new TestFolder();
    let browser: Browser;
    beforeAll(async () => {
      execFileSync(process.execPath, [build, folder.path]);
      browser = await chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox'] });
    });
    afterAll(async () => {
      await browser.close();
      folder[Symbol.dispose]();
    });
    tests((spans, use) => openPage(browser, { spans, webFolder: folder.path }, use));
  });
}

/** Keeps what the page shows, where `GYM_SCREENSHOTS` names a folder. */
export async function keepScreenshot(page: Page, name: string): Promise<void> {
  if (screenshots !== undefined) await page.screenshot({ path: `${screenshots}/${name}.png` });
}

/** The page's address with another route. */
export function addressOf(page: Page, route: string): string {
  return `${page.url().replace(/#.*/, '')}#/${route}`;
}

interface Shown {
  readonly spans: readonly SpanRecord[];
  readonly webFolder: string;
}

async function openPage(browser: Browser, { spans, webFolder }: Shown, use: PageUse): Promise<void> {
  const store = createMemoryStore({ maxSpans: 200_000 });
  const ports = { port: 0, grpcPort: 0, httpPort: 0 };
  const viewer = await startViewer({ store, ...ports, webFolder, spans, log: () => {} });
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  const faults: string[] = [];
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('dialog', (dialog) => {
    faults.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on(
    'request',
    (request) =>
      request.url().startsWith(viewer.url) || request.url().startsWith('data:') || faults.push(request.url()),
  );
  try {
    await page.goto(viewer.url);
    await use(page, viewer.httpUrl);
    expect(faults).toStrictEqual([]);
  } finally {
    await page.close();
    await viewer.stop();
  }
}
