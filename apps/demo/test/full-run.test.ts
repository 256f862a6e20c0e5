import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

import { startOtlpReceiver } from '@gym/otlp-receiver';
import { describe, expect, jest, test } from '@jest/globals';

import { fixture, processesOf, runArgs, runDemo, startDemo, TestFolder } from './start-demo.ts';

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

const inLogs = { telemetry: { exporter: 'console' } };

describe('a full run', () => {
  test('collects all shipped tasks right, verifies each as one trace, writes a report and leaves no process', async () => {
    using folder = new TestFolder();
    const { code, stderr, stdout } = await runDemo(runArgs(folder));
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain(`verified: ${tasks.length} rollouts, ${tasks.length} traces`);
    expect(stdout).toContain('reward     1.000 mean');
    expect(stdout).toMatch(/Where rollout time went\nmodel [^]*agent [^]*network /);
    expect(stdout).toMatch(
      /\nRollout \S+ took \S+ \S+, typical for the run is .+\.\ntrace [0-9a-f]{32}; # is the critical path\nsupervisor +HTTP POST /,
    );
    expect(stdout).toContain(`report     ${folder.path}/logs/report.html`);
    expect(folder.read('logs/report.html')).toContain('<h2>Slowest rollouts</h2>');
    const rows = folder.rows('out.jsonl');
    expect(rows.map((row) => row._ng_task_index).sort((a, b) => a - b)).toEqual(tasks.map((_, index) => index));
    expect(folder.list('logs')).toEqual([
      'policy_model.log',
      'report.html',
      'spans.jsonl',
      'supervisor.log',
      'tool_agent.log',
      'world_tools.log',
    ]);
    expect(folder.read('logs/tool_agent.log')).not.toContain('trace_id');
    expect(processesOf(folder)).toEqual([]);
  });

  test('is verified and reported from the logs with exporter console in the block', async () => {
    using folder = new TestFolder();
    const { code, stdout } = await runDemo(runArgs(folder, inLogs, ['--limit', '4']));
    expect(stdout).toContain('telemetry  console, into the logs');
    expect(stdout).toContain('verified: 4 rollouts, 4 traces');
    expect(stdout).toContain('Where rollout time went');
    expect(folder.list('logs')).toContain('report.html');
    expect(code).toBe(0);
  });

  test('names a telemetry line that is cut off with its log and line', async () => {
    using folder = new TestFolder();
    const changes = { ...inLogs, tools: { entrypoint: fixture('tools-with-cut-line.ts') } };
    const { code, stdout } = await runDemo(runArgs(folder, changes, ['--limit', '1']));
    expect(stdout).toContain('  - world_tools.log line 1: the line is no complete JSON object');
    expect(code).toBe(1);
  });

  test('is verified by the viewer with otlp_protocol grpc', async () => {
    using folder = new TestFolder();
    const changes = { telemetry: { otlp_protocol: 'grpc' } };
    const { code, stderr, stdout } = await runDemo(runArgs(folder, changes, ['--limit', '2']));
    expect(stdout).toContain('verified: 2 rollouts, 2 traces');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });

  test('gives one line per rollout and one for the job with the check that the documentation prints', async () => {
    using folder = new TestFolder();
    await runDemo(runArgs(folder, inLogs, ['--limit', '3']));
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
    const { stdout } = await runDemo(
      runArgs(folder, { telemetry: { exporter: 'console', instrument_aiohttp: false } }, ['--limit', '4']),
    );
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

  test('sends each rollout as one trace to the collector of otlp_endpoint, and says that it cannot verify them', async () => {
    using folder = new TestFolder();
    const receiver = await startOtlpReceiver();
    try {
      const telemetry = { exporter: 'otlp', otlp_protocol: 'http/protobuf', otlp_endpoint: receiver.httpUrl };
      const { code, stdout } = await runDemo(runArgs(folder, { telemetry }, ['--limit', '4']));
      expect(stdout).toContain(`not verified: the spans went to ${new URL(receiver.httpUrl).host}`);
      expect(folder.list('logs')).not.toContain('report.html');
      expect(code).toBe(0);
      const rollouts = receiver.spans.filter((span) => span.name === 'gym.rollout');
      const verified = receiver.spans.filter((span) => span.name === 'gym.verify');
      expect(rollouts).toHaveLength(4);
      expect(new Set(verified.map((span) => span.traceId))).toEqual(new Set(rollouts.map((span) => span.traceId)));
    } finally {
      await receiver.stop();
    }
  });

  test('sends the spans to OTEL_EXPORTER_OTLP_ENDPOINT over a block without one, and to no viewer', async () => {
    using folder = new TestFolder();
    const receiver = await startOtlpReceiver();
    try {
      const env = { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.grpcUrl };
      const { stdout } = await runDemo(runArgs(folder, {}, ['--limit', '2']), env);
      expect(stdout).toContain(`telemetry  otlp to ${new URL(receiver.grpcUrl).host}`);
      expect(receiver.spans.filter((span) => span.name === 'gym.rollout')).toHaveLength(2);
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

describe('--view', () => {
  test('serves the run while it runs and afterwards, until SIGINT, which ends it with code 0', async () => {
    using folder = new TestFolder();
    using demo = startDemo(
      runArgs(folder, { model: { latency_median_ms: 100 }, telemetry: { run_id: 'seen' } }, ['--limit', '6', '--view']),
    );
    await demo.sees('page       ');
    const url = /page {7}(\S+)/.exec(demo.stdout())?.[1] ?? '';
    const live = await fetch(`${url}api/runs`);
    expect(await live.text()).toMatch(/^\[/);
    await demo.sees('Ctrl-C ends it');
    const runs = await fetch(`${url}api/runs`);
    expect(await runs.json()).toEqual([expect.objectContaining({ runId: 'seen', rollouts: 6 })]);
    demo.child.kill('SIGINT');
    const { code, stdout } = await demo.ended;
    expect(stdout).toContain('verified: 6 rollouts, 6 traces');
    expect(code).toBe(0);
    expect(processesOf(folder)).toEqual([]);
  });

  test.each([
    [{ exporter: 'console' }, 'console, into the logs'],
    [{ enabled: false }, 'no spans, telemetry is off'],
    [{ otlp_endpoint: 'http://me:secret@127.0.0.1:4318' }, 'otlp to 127.0.0.1:4318'],
  ])('with %j, where nothing comes to the viewer, ends with code 2 before anything starts', async (telemetry, to) => {
    using folder = new TestFolder();
    const { code, stderr } = await runDemo(runArgs(folder, { telemetry }, ['--view']));
    expect(stderr).toBe(`error: --view shows what comes to the demo's viewer; telemetry here: ${to}\n`);
    expect(code).toBe(2);
    expect(folder.list('.')).toEqual(['gym.yaml']);
  });
});
