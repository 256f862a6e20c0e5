// Prints what the web page costs on a trace of 100 000 spans: its size, the time to open, the longest frames of scrolling.
// After npm run build: node apps/trace-viewer/scripts/measure-page.mjs [spans]
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

import { createMemoryStore, startViewer } from '@gym/trace-viewer';
import { chromium } from 'playwright-core';

const count = Number(process.argv[2] ?? 100_000);
const rounds = 5;
const traceId = 'feed'.padStart(32, '0');
const id = (number) => number.toString(16).padStart(16, '0');

/** A trace of four levels: rollouts' worth of agent turns, each with a request, its server and some work in it. */
function makeTrace() {
  const startNs = 1_764_000_000_000_000_000n;
  return Array.from({ length: count }, (_, at) => {
    const step = at % 4;
    const turn = BigInt(at - step) * 1_000_000n;
    const server = step < 2 ? 'agent' : 'tools';
    return {
      traceId,
      spanId: id(at + 1),
      parentSpanId: at === 0 ? undefined : step === 0 ? id(1) : id(at),
      name: at === 0 ? 'gym.rollout' : ['gym.tool_call', 'HTTP POST', 'POST /search', 'search'][step],
      kind: ['INTERNAL', 'CLIENT', 'SERVER', 'INTERNAL'][step],
      startNs: at === 0 ? startNs : startNs + turn + BigInt(step) * 100_000n,
      endNs: at === 0 ? startNs + BigInt(count) * 1_000_000n : startNs + turn + 3_900_000n - BigInt(step) * 100_000n,
      status: at % 5000 === 4999 ? 'ERROR' : 'UNSET',
      statusMessage: undefined,
      attributes: { 'nemo.gym.rollout.id': '0-0', 'http.request.method': 'POST' },
      events: [],
      links: [],
      resource: { 'nemo.gym.server.name': server, 'service.instance.id': server, 'nemo.run.id': 'big' },
      scope: { name: 'nemo.gym', version: undefined },
    };
  });
}

/** In the page: scrolls through the waterfall, some rows a frame and then in leaps; gives the frames' milliseconds. */
async function scroll() {
  const box = document.querySelector('.waterfall');
  const frames = [];
  let before = await new Promise(requestAnimationFrame);
  const frameAt = async (top) => {
    box.scrollTop = top;
    const now = await new Promise(requestAnimationFrame);
    frames.push(now - before);
    before = now;
  };
  for (let at = 0; at < 200; at += 1) await frameAt(at * 60);
  for (let at = 0; at < 200; at += 1) await frameAt((box.scrollHeight * at) / 200);
  return { frames, rows: document.querySelectorAll('.row').length };
}

const quantile = (values, share) => values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)];

const webFolder = fileURLToPath(new URL('../dist/web/', import.meta.url));
const bytes = readdirSync(webFolder).map((name) => gzipSync(readFileSync(join(webFolder, name))).length);
console.log(`page          ${(bytes.reduce((sum, size) => sum + size, 0) / 1000).toFixed(1)} kB gzip in all`);

const viewer = await startViewer({
  store: createMemoryStore({ maxSpans: count }),
  port: 0,
  grpcPort: 0,
  httpPort: 0,
  webFolder,
  spans: makeTrace(),
  log: console.error,
});
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
try {
  const answered = [];
  const worked = [];
  const opened = [];
  const frames = [];
  let [size, rows] = [0, 0];
  for (let round = 0; round < rounds; round += 1) {
    let startedAt = performance.now();
    const cpu = process.cpuUsage();
    size = (await (await fetch(`${viewer.url}/api/trace?id=${traceId}`)).arrayBuffer()).byteLength;
    answered.push(performance.now() - startedAt);
    const { system, user } = process.cpuUsage(cpu);
    worked.push((system + user) / 1000);
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    startedAt = performance.now();
    await page.goto(`${viewer.url}/#/trace/${traceId}`);
    await page.locator('.row').nth(10).waitFor();
    opened.push(performance.now() - startedAt);
    const scrolled = await page.evaluate(scroll);
    frames.push(...scrolled.frames);
    rows = scrolled.rows;
    await page.close();
  }
  const late = frames.filter((ms) => ms > 100).length;
  console.log(`trace         ${count} spans, ${(size / 1e6).toFixed(1)} MB of JSON; ${rounds} rounds`);
  console.log(
    `API           p50 ${quantile(answered, 0.5).toFixed(0)} ms, most ${Math.max(...answered).toFixed(0)} ms; ` +
      `CPU p50 ${quantile(worked, 0.5).toFixed(0)} ms`,
  );
  console.log(`page opened   p50 ${quantile(opened, 0.5).toFixed(0)} ms, most ${Math.max(...opened).toFixed(0)} ms`);
  console.log(
    `scrolling     ${frames.length} frames: p50 ${quantile(frames, 0.5).toFixed(1)} ms, ` +
      `p99 ${quantile(frames, 0.99).toFixed(1)}, longest ${Math.max(...frames).toFixed(1)}; ${late} over 100 ms; ` +
      `${rows} rows in the document`,
  );
} finally {
  await browser.close();
  await viewer.stop();
}
