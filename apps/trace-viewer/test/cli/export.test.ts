import { readFileSync } from 'node:fs';

import { readSpans } from '@gym/trace-analysis';
import { describe, expect, test } from '@jest/globals';

import { demoRun, runGymTrace, startGymTrace, TestFolder } from '../start-gym-trace.ts';

const bySpanId = (a: { spanId: string }, b: { spanId: string }): number => (a.spanId < b.spanId ? -1 : 1);

describe('gym-trace export and import', () => {
  test('OTLP JSON reads back as the same 61 spans', async () => {
    using folder = new TestFolder();
    const { code } = await runGymTrace('export', demoRun, '-o', folder.at('spans.json'));
    expect(code).toBe(0);
    const before = [...readSpans(readFileSync(demoRun, 'utf8')).spans].sort(bySpanId);
    const after = [...readSpans(folder.read('spans.json')).spans].sort(bySpanId);
    expect(after).toHaveLength(61);
    expect(after.map(({ name, startNs, endNs }) => ({ name, startNs, endNs }))).toStrictEqual(
      before.map(({ name, startNs, endNs }) => ({ name, startNs, endNs })),
    );
  });

  test('chrome has a slice per span, speedscope a profile per rollout and one of all', async () => {
    using folder = new TestFolder();
    await runGymTrace('export', demoRun, '-f', 'chrome', '-o', folder.at('chrome.json'));
    await runGymTrace('export', demoRun, '-f', 'speedscope', '-o', folder.at('speed.json'));
    const chrome = JSON.parse(folder.read('chrome.json')) as { traceEvents: { ph: string }[] };
    expect(chrome.traceEvents.filter(({ ph }) => ph === 'X')).toHaveLength(61);
    const speedscope = JSON.parse(folder.read('speed.json')) as { profiles: unknown[] };
    expect(speedscope.profiles).toHaveLength(4);
  });

  test('Parquet goes into a DuckDB file that serve --store shows', async () => {
    using folder = new TestFolder();
    await runGymTrace('export', demoRun, '-f', 'parquet', '-o', folder.at('spans.parquet'));
    const imported = await runGymTrace('import', folder.at('spans.parquet'), '--store', folder.at('spans.duckdb'));
    expect(imported).toMatchObject({ code: 0, stderr: '' });
    expect(imported.stdout).toContain('added 61 spans to');
    const ports = ['--port', '0', '--grpc-port', '0', '--http-port', '0'];
    const started = startGymTrace(['serve', '--store', folder.at('spans.duckdb'), ...ports]);
    const url = /page +(\S+)/.exec(await started.sees(/Ctrl-C stops/))?.[1] ?? '';
    expect(await (await fetch(`${url}api/runs`)).json()).toMatchObject([{ rollouts: 3, spans: 61 }]);
    started.child.kill('SIGTERM');
    expect((await started.ended).code).toBe(0);
  });

  test('a format that does not exist: exit code 2 and the ones that do', async () => {
    const { code, stderr } = await runGymTrace('export', demoRun, '-f', 'xml', '-o', '/tmp/never');
    expect(code).toBe(2);
    expect(stderr).toContain('otlp, chrome, speedscope, parquet');
  });
});
