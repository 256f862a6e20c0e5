import { describe, expect, test } from '@jest/globals';

import { makeRunText } from '../make-run.ts';
import { demoRun, runGymTrace, startGymTrace, TestFolder } from '../start-gym-trace.ts';

describe('gym-trace report', () => {
  test('a recorded demo run: totals, shares, spans, calls, slowest rollouts and their waterfall', async () => {
    const { code, stdout } = await runGymTrace('report', demoRun, '--slowest', '1');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^rollouts {4}3, 0 failed/);
    expect(stdout).toMatch(/^model +\d\d\.\d % {2}#+$/m);
    expect(stdout).toMatch(/^Rollout \d-\d took .* is waiting for the model policy_model/m);
    expect(stdout).toMatch(/^tool_agent +gym\.rollout +#+ /m);
  });

  test('a reader that has enough after the first line is no failure', async () => {
    const { child, ended } = startGymTrace(['report', demoRun]);
    child.stdout!.destroy();
    expect(await ended).toMatchObject({ code: 0, stderr: '' });
  });

  test('one rollout of 20 waited 400 ms longer for `search`: it is named with that cause', async () => {
    using folder = new TestFolder();
    const log = folder.write('run.jsonl', makeRunText({ rollouts: 20, toolMs: (at) => (at === 7 ? 450 : 50) }));
    const { stdout } = await runGymTrace('report', log, '--slowest', '1');
    expect(stdout).toMatch(/Rollout 3-1 took 482 ms.* is waiting for `search`/);
    expect(stdout).toMatch(/^3 +2 +3-1 +411 ms$/m);
  });

  test('a tool called <img src=x onerror=alert(1)> is text in the HTML report, which asks no other host', async () => {
    using folder = new TestFolder();
    const tool = '<img src=x onerror=alert(1)>';
    const log = folder.write('run.jsonl', makeRunText({ rollouts: 12, tool, runId: '"><script>' }));
    const { code } = await runGymTrace('report', log, '--html', folder.at('report.html'));
    expect(code).toBe(0);
    const page = folder.read('report.html');
    expect(page).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(page).toContain('<h1>Run &quot;&gt;&lt;script&gt;</h1>');
    expect(page).not.toMatch(/<img|<script|https?:\/\//);
    expect(page).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`);
  });

  test('escape sequences in a span name do not reach the terminal', async () => {
    using folder = new TestFolder();
    const text = makeRunText({ rollouts: 1 }).replaceAll('gym.tool_call', String.raw`gym.tool_call\u001b[2J`);
    const { stdout } = await runGymTrace('report', folder.write('run.jsonl', text), '--rollout', '0-0');
    expect(stdout).toContain('gym.tool_call·[2J');
    expect(stdout).not.toContain('\u001B');
  });

  test('--rollout 9-9 is not there: exit code 2 and the ones that are', async () => {
    const { code, stderr } = await runGymTrace('report', demoRun, '--rollout', '9-9');
    expect(code).toBe(2);
    expect(stderr).toMatch(/no rollout 9-9; the logs have (0-0|0-1|1-0)/);
  });
});
