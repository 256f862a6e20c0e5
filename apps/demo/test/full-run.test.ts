import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

import { startOtlpReceiver } from '@gym/otlp-receiver';
import { describe, expect, jest, test } from '@jest/globals';

import { processesOf, runArgs, runDemo, TestFolder } from './start-demo.ts';

// Each run starts four processes; a loaded machine takes its time.
jest.setTimeout(120_000);

const tasks = readFileSync(new URL('../data/tasks.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n');

/** What jq does in the check below; a machine without it runs the check with this in its place. */
const jqInNode = `node -e 'for (const line of fs.readFileSync(0, "utf8").trim().split("\\n")) console.log(JSON.parse(line).trace_id)'`;
const jq = spawnSync('jq', ['--version']).status === 0 ? 'jq -r .trace_id' : jqInNode;

function traceCounts(folder: TestFolder, filter: string): readonly string[] {
  const command = `grep -h '"trace_id"' *.log | ${filter} | sort | uniq -c`;
  const lines = execFileSync('bash', ['-c', command], { cwd: `${folder.path}/logs`, encoding: 'utf8' });
  return lines.trim().split('\n');
}

describe('a full run', () => {
  test('collects all shipped tasks right, verifies each as one trace and leaves no process', async () => {
    using folder = new TestFolder();
    const { code, stderr, stdout } = await runDemo(runArgs(folder));
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain(`verified: ${tasks.length} rollouts, ${tasks.length} traces`);
    expect(stdout).toContain('reward     1.000 mean');
    expect(stdout).toMatch(/where time went[^]*model [^]*tool [^]*verify [^]*agent [^]*network /);
    expect(stdout).toMatch(/slowest: rollout \S+, trace [0-9a-f]{32}\nHTTP POST /);
    const rows = folder.rows('out.jsonl');
    expect(rows.map((row) => row._ng_task_index).sort((a, b) => a - b)).toEqual(tasks.map((_, index) => index));
    expect(folder.list('logs')).toEqual(['policy_model.log', 'supervisor.log', 'tool_agent.log', 'world_tools.log']);
    expect(processesOf(folder)).toEqual([]);
  });

  test('gives one line per rollout and one for the job with the check that the documentation prints', async () => {
    using folder = new TestFolder();
    await runDemo(runArgs(folder, {}, ['--limit', '3']));
    const counts = traceCounts(folder, jq);
    expect(traceCounts(folder, jqInNode)).toEqual(counts);
    expect(counts).toHaveLength(4);
    expect(counts.map((line) => Number(line.trim().split(' ')[0])).sort((a, b) => a - b)[0]).toBe(1);
  });

  test('repeats each task with --num-repeats 3, and the same --seed gives the same answers', async () => {
    const answers = async (seed: string): Promise<readonly string[]> => {
      using folder = new TestFolder();
      const more = ['--limit', '8', '--num-repeats', '3', '--seed', seed];
      await runDemo(runArgs(folder, { model: { error_rate: 0.4 }, telemetry: { enabled: false } }, more));
      return folder
        .rows('out.jsonl')
        .map((row) => JSON.stringify([row._ng_task_index, row._ng_rollout_index, row.response.output]))
        .sort();
    };
    const [first, same, other] = [await answers('5'), await answers('5'), await answers('900')];
    expect(first).toHaveLength(24);
    expect(same).toEqual(first);
    expect(other).not.toEqual(first);
  });

  test('verifies runs in which the policy errs often, with max_steps 2 reached', async () => {
    using folder = new TestFolder();
    const { code, stdout } = await runDemo(runArgs(folder, { model: { error_rate: 0.5 }, agent: { max_steps: 2 } }));
    expect(stdout).toMatch(/incomplete \d+ reached max_steps without an answer/);
    expect(stdout).toContain(`verified: ${tasks.length} rollouts, ${tasks.length} traces`);
    expect(code).toBe(0);
    const outputs = JSON.stringify(folder.rows('out.jsonl').map((row) => row.response.output));
    expect(outputs).toContain('there is no tool');
    expect(outputs).toContain('not valid JSON');
  });

  test.each(['default', 'per_rollout', 'all', 'server,verify', 'http_client'])(
    'is verified with span_groups %s',
    async (spanGroups) => {
      using folder = new TestFolder();
      const { code, stdout } = await runDemo(
        runArgs(folder, { telemetry: { span_groups: spanGroups } }, ['--limit', '4']),
      );
      expect(stdout).toContain('verified: 4 rollouts, 4 traces');
      expect(code).toBe(0);
    },
  );

  test('is verified with instrument_aiohttp false, where gym.rollout carries the link to the job', async () => {
    using folder = new TestFolder();
    const { stdout } = await runDemo(runArgs(folder, { telemetry: { instrument_aiohttp: false } }, ['--limit', '4']));
    expect(stdout).toContain('verified: 4 rollouts, 4 traces');
    const spans = folder.read('logs/tool_agent.log');
    expect(spans).not.toContain('"kind":"CLIENT"');
  });

  test('works with NEMO_GYM_OTEL_ENABLED=0 over a block that says true, and says that nothing was verified', async () => {
    using folder = new TestFolder();
    const { code, stdout } = await runDemo(runArgs(folder, {}, ['--limit', '4']), { NEMO_GYM_OTEL_ENABLED: '0' });
    expect(stdout).toContain('not verified: telemetry is off');
    expect(code).toBe(0);
    expect(folder.rows('out.jsonl')).toHaveLength(4);
    expect(folder.read('logs/tool_agent.log')).toBe('');
  });

  test('sends each rollout as one trace to an OTLP receiver with exporter otlp, and says what it cannot verify', async () => {
    using folder = new TestFolder();
    const receiver = await startOtlpReceiver();
    try {
      const telemetry = { exporter: 'otlp', otlp_protocol: 'http/protobuf', otlp_endpoint: receiver.httpUrl };
      const { code, stdout } = await runDemo(runArgs(folder, { telemetry }, ['--limit', '4']));
      expect(stdout).toContain('not verified: exporter is otlp');
      expect(code).toBe(0);
      const rollouts = receiver.spans.filter((span) => span.name === 'gym.rollout');
      const verified = receiver.spans.filter((span) => span.name === 'gym.verify');
      expect(rollouts).toHaveLength(4);
      expect(new Set(verified.map((span) => span.traceId))).toEqual(new Set(rollouts.map((span) => span.traceId)));
    } finally {
      await receiver.stop();
    }
  });

  test("loads a row of NeMo Gym's example as it is", async () => {
    using folder = new TestFolder();
    const tool = {
      type: 'function',
      name: 'get_weather',
      description: '',
      parameters: { type: 'object', properties: { city: { type: 'string' } } },
      strict: true,
    };
    const input = [
      { role: 'developer', content: 'Be kind.' },
      { role: 'user', content: "what's it like in sf?" },
    ];
    const row = { responses_create_params: { input, tools: [tool] } };
    const tasksFile = folder.write('in.jsonl', `${JSON.stringify(row)}\n`);
    const { code } = await runDemo(runArgs(folder, {}, ['--input', tasksFile]));
    expect(code).toBe(0);
    expect(folder.rows('out.jsonl')[0]).toMatchObject({ reward: 1, responses_create_params: { input } });
    expect(JSON.stringify(folder.rows('out.jsonl')[0])).toContain('The answer is foggy.');
  });
});
