import { readFileSync } from 'node:fs';

import { describe, expect, test } from '@jest/globals';

import { demoRun, runGymTrace, TestFolder } from '../start-gym-trace.ts';

const lines = readFileSync(demoRun, 'utf8').trimEnd().split('\n');

describe('gym-trace verify', () => {
  test('a recorded demo run is whole: exit code 0, all five hops named, no colour on a pipe', async () => {
    const end = await runGymTrace('verify', demoRun, '--rollouts', '3');
    expect(end).toMatchObject({ code: 0, stderr: '' });
    expect(end.stdout).toContain('verified  3 rollouts, 3 traces, 61 spans; each rollout is one whole trace');
    expect(end.stdout).toContain('tool_agent POST /run');
    expect(end.stdout).toContain('world_tools POST /verify');
    expect(end.stdout).not.toContain('\u001B');
  });

  test("the run without one rollout's verify spans has a missing hop: exit code 1", async () => {
    using folder = new TestFolder();
    const verifySpan = lines.find((line) => line.includes('"gym.verify"') && line.includes('"1-0"')) ?? '';
    const { trace_id: traceId } = JSON.parse(verifySpan) as { trace_id: string };
    const left = lines.filter((line) => !(line.includes(traceId) && /"name":"(gym\.verify|POST \/verify)"/.test(line)));
    const log = folder.write('run.log', left.join('\n'));
    const end = await runGymTrace('verify', log, '--hop', 'world_tools:POST /verify');
    expect(end.code).toBe(1);
    expect(end.stdout).toContain('problem  rollout 1-0: 1 of 1 hops: world_tools POST /verify');
  });

  test('a rollout whose agent did not take over the trace is in two traces: exit code 1', async () => {
    using folder = new TestFolder();
    const broken = lines.map((line) => {
      const span = JSON.parse(line) as { name: string; trace_id: string; attributes: Record<string, unknown> };
      const isSplit = span.name === 'gym.verify' && span.attributes['nemo.gym.rollout.id'] === '0-0';
      return isSplit
        ? line.replaceAll(span.trace_id, 'f'.repeat(32)).replace(/"parent_span_id":"\w+"/, '"parent_span_id":null')
        : line;
    });
    const end = await runGymTrace('verify', folder.write('run.log', broken.join('\n')));
    expect(end.code).toBe(1);
    expect(end.stdout).toContain('problem  rollout 0-0: in 2 traces');
  });

  test('4 rollouts expected, 3 there: exit code 1', async () => {
    const end = await runGymTrace('verify', demoRun, '--rollouts', '4');
    expect(end.code).toBe(1);
    expect(end.stdout).toContain('3 rollouts, expected 4');
  });

  test.each([
    [['verify', 'no/such.log'], /no such file or folder; give the logs of a run/],
    [['verify'], /missing required argument 'logs'\n\(--help says how\)/],
    [['verify', demoRun, '--rollouts', '-1'], /Expected a whole number from 0 on/],
    [['verify', demoRun, '--run', 'other'], /no spans of run other; the logs have [0-9a-f]{12}/],
    [
      ['verify', new URL('../tsconfig.json', import.meta.url).pathname],
      /no spans in 1 files; console telemetry comes with/,
    ],
    [['verify', new URL('../fixtures/*.nothing', import.meta.url).pathname], /no such file or folder/],
  ])('%j is wrong use: exit code 2 and what to do', async (args, message) => {
    const end = await runGymTrace(...args);
    expect(end.code).toBe(2);
    expect(end.stderr).toMatch(message);
  });

  test('--help of every command says what it does: exit code 0', async () => {
    const ends = await Promise.all(
      ['verify', 'report', 'diff', 'export', 'import', 'serve'].map((command) => runGymTrace(command, '--help')),
    );
    expect(ends.map(({ code }) => code)).toStrictEqual([0, 0, 0, 0, 0, 0]);
    expect(ends.every(({ stdout }) => stdout.startsWith('Usage: gym-trace '))).toBe(true);
  });
});
