import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';

import { fixture, processesOf, runArgs, runDemo, startDemo, TestFolder } from './start-demo.ts';

// Each run starts four processes; a loaded machine takes its time.
jest.setTimeout(120_000);

const sf = { responses_create_params: { input: 'What is 2 + 2?', tools: [] } };

describe('bad input on the command line', () => {
  test.each([
    [['--concurrency', '0'], 'expected an integer of at least 1, received "0"'],
    [['--limit', 'many'], 'expected an integer of at least 1, received "many"'],
    [['--sed', '3'], "unknown option '--sed'"],
    [['--input', '/nowhere/in.jsonl'], '--input /nowhere/in.jsonl: cannot be read: ENOENT'],
    [['--output', '/proc/out.jsonl'], '--output /proc/out.jsonl: cannot be written'],
    [['--config', '/nowhere/gym.yaml'], '--config /nowhere/gym.yaml: cannot be read: ENOENT'],
  ])('%j ends with code 2 and says: %s', async (more, message) => {
    using folder = new TestFolder();
    const { code, stderr } = await runDemo(runArgs(folder, {}, more));
    expect(stderr).toContain(message);
    expect(code).toBe(2);
  });

  test('--help lists the options and ends with code 0', async () => {
    const { code, stdout } = await runDemo(['--help']);
    expect(code).toBe(0);
    const options = [
      '--input',
      '--output',
      '--limit',
      '--num-repeats',
      '--concurrency',
      '--config',
      '--seed',
      '--view',
    ];
    expect(options.filter((option) => !stdout.includes(option))).toEqual([]);
  });
});

describe('bad rows and settings', () => {
  test('a broken row in line 2 is named, the other rows run, the end is code 1', async () => {
    using folder = new TestFolder();
    const input = folder.write(
      'in.jsonl',
      `${JSON.stringify(sf)}\n{"responses_create_params": \n${JSON.stringify(sf)}\n`,
    );
    const { code, stderr, stdout } = await runDemo(runArgs(folder, {}, ['--input', input]));
    expect(stderr).toContain(`--input ${input} line 2: not valid JSON`);
    expect(stdout).toContain('verified: 2 rollouts, 2 traces');
    expect(
      folder
        .rows('out.jsonl')
        .map((row) => row._ng_task_index)
        .sort((a, b) => a - b),
    ).toEqual([0, 2]);
    expect(stderr).toContain('1 rows of the input could not run');
    expect(code).toBe(1);
  });

  test('unknown keys and a bad NEMO_GYM_OTEL_EXPORT_SAMPLE_RATE are warned about and the run goes on', async () => {
    using folder = new TestFolder();
    const changes = { telemetry: { exporer: 'console' }, agent: { max_step: 3 } };
    const bad = { NEMO_GYM_OTEL_EXPORT_SAMPLE_RATE: '1.5' };
    const { code, stderr } = await runDemo(runArgs(folder, changes, ['--limit', '1']), bad);
    expect(stderr).toContain(
      'tool_agent.responses_api_agents.tool_agent.max_step: unknown key, ignored; did you mean max_steps?',
    );
    expect(stderr).toMatch(/exporer.*exporter/);
    expect(stderr).toMatch(/NEMO_GYM_OTEL_EXPORT_SAMPLE_RATE: expected .* received "1.5"/);
    expect(code).toBe(0);
  });

  test('agent_ref with an agent that is not there is named and its row left out', async () => {
    using folder = new TestFolder();
    const rows = [sf, { ...sf, agent_ref: { type: 'responses_api_agents', name: 'other' } }];
    const input = folder.write('in.jsonl', rows.map((row) => JSON.stringify(row)).join('\n'));
    const { code, stderr } = await runDemo(runArgs(folder, {}, ['--input', input]));
    expect(stderr).toContain('task 1: agent_ref names "other"; agents are tool_agent');
    expect(folder.rows('out.jsonl')).toHaveLength(1);
    expect(code).toBe(1);
  });
});

describe('faults of servers', () => {
  test('a server that never gets ready is named with its last output', async () => {
    using folder = new TestFolder();
    const changes = { model: { entrypoint: fixture('never-ready.ts') }, supervisor: { ready_timeout_seconds: 3 } };
    const { code, stderr } = await runDemo(runArgs(folder, changes));
    expect(stderr).toMatch(/server policy_model was not ready within 3 s; its last output:\n {4}still loading weights/);
    expect(code).toBe(1);
    expect(processesOf(folder)).toEqual([]);
  });

  test('a taken port is named with its server', async () => {
    using folder = new TestFolder();
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    try {
      const { port } = taken.address() as AddressInfo;
      const { code, stderr } = await runDemo(runArgs(folder, { tools: { port } }));
      expect(stderr).toContain('server world_tools stopped with exit code 1 before it was ready');
      expect(stderr).toContain(`EADDRINUSE: address already in use 127.0.0.1:${port}`);
      expect(code).toBe(1);
      expect(processesOf(folder)).toEqual([]);
    } finally {
      taken.close();
    }
  });

  test('a server that crashes is named with its last output, the rollouts so far stay, and a second run goes on', async () => {
    using folder = new TestFolder();
    const more = ['--limit', '6', '--concurrency', '1'];
    const changes = { model: { entrypoint: fixture('crashing-model.ts') } };
    const crashed = await runDemo(runArgs(folder, changes, more));
    expect(crashed.stderr).toContain('server policy_model stopped with exit code 7 while rollouts were running');
    expect(crashed.stderr).toContain('CUDA out of memory (as if)');
    expect(crashed.code).toBe(1);
    expect(processesOf(folder)).toEqual([]);
    const before = folder.read('out.jsonl');
    expect(before.split('\n').length - 1).toBe(1);

    const again = runArgs(folder, {}, more).map((arg) => (arg.endsWith('/logs') ? `${arg}-2` : arg));
    const resumed = await runDemo(again);
    expect(resumed.stdout).toContain('1 rollouts already there');
    expect(resumed.stdout).toContain('verified: 5 rollouts, 5 traces');
    expect(resumed.code).toBe(0);
    expect(folder.read('out.jsonl').startsWith(before)).toBe(true);
    expect(folder.rows('out.jsonl').map((row) => row._ng_task_index)).toEqual([0, 1, 2, 3, 4, 5]);
  });

  test.each(['SIGINT', 'SIGTERM'] as const)(
    '%s stops the fleet, ends with code 130 and leaves no child',
    async (signal) => {
      using folder = new TestFolder();
      using demo = startDemo(runArgs(folder, { model: { latency_median_ms: 200 } }, ['--concurrency', '2']));
      await demo.sees(' 5/49 rollouts');
      demo.child.kill(signal);
      const { code, stderr } = await demo.ended;
      expect(code).toBe(130);
      expect(stderr).toMatch(/interrupted\n {2}\d+ of 49 rollouts are in /);
      expect(folder.rows('out.jsonl').length).toBeGreaterThanOrEqual(5);
      expect(processesOf(folder)).toEqual([]);
    },
  );

  test('a supervisor that is killed with SIGKILL leaves no child: the servers stop by themselves', async () => {
    using folder = new TestFolder();
    using demo = startDemo(runArgs(folder, { model: { latency_median_ms: 100 } }, ['--concurrency', '2']));
    await demo.sees(' 5/49 rollouts');
    expect(processesOf(folder).length).toBeGreaterThanOrEqual(4);
    demo.child.kill('SIGKILL');
    await demo.ended;
    while (processesOf(folder).length > 0) await new Promise((resolve) => setTimeout(resolve, 50));
    expect(processesOf(folder)).toEqual([]);
  });
});

describe('a policy endpoint', () => {
  let upstream: Server;
  let behaviour: 'chat' | '500' | 'text' | 'slow' = 'chat';
  const seen: { readonly authorization: string | undefined; readonly body: unknown }[] = [];

  beforeAll(async () => {
    upstream = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        seen.push({ authorization: request.headers.authorization, body: JSON.parse(body) });
        if (behaviour === 'slow') return;
        response.statusCode = behaviour === '500' ? 500 : 200;
        const message = { role: 'assistant', content: 'The answer is 4.' };
        const answer = {
          id: 'c1',
          object: 'chat.completion',
          created: 1,
          model: 'm-1',
          choices: [{ index: 0, finish_reason: 'stop', message }],
        };
        response.end(behaviour === 'text' ? '<html>' : JSON.stringify(answer));
      });
    });
    await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
  });

  afterAll(() => {
    upstream.closeAllConnections();
    upstream.close();
  });

  async function runWith(
    kind: typeof behaviour | 'down',
  ): Promise<{ code: number | null; out: string; failure: string }> {
    using folder = new TestFolder();
    if (kind !== 'down') behaviour = kind;
    const port = kind === 'down' ? 9 : (upstream.address() as AddressInfo).port;
    const input = folder.write('in.jsonl', JSON.stringify({ ...sf, expected_answer: 4 }));
    const model = {
      base_url: '${oc.env:POLICY_BASE_URL,}',
      api_key: '${oc.env:POLICY_API_KEY,}',
      model_name: '${oc.env:POLICY_MODEL_NAME,}',
      timeout_seconds: 0.3,
    };
    const { code, stderr, stdout } = await runDemo(
      runArgs(folder, { model, agent: { retries: 0 } }, ['--input', input]),
      {
        POLICY_BASE_URL: `http://127.0.0.1:${port}/v1`,
        POLICY_API_KEY: 'sk-very-secret',
        POLICY_MODEL_NAME: 'm-1',
      },
    );
    const logs = folder.list('logs').map((name) => folder.read(`logs/${name}`));
    expect([stdout, stderr, ...logs].join('')).not.toContain('sk-very-secret');
    const failed = folder.list('.').includes('out_failures.jsonl');
    return { code, out: stdout, failure: failed ? folder.rows('out_failures.jsonl')[0]!.error : '' };
  }

  test('answers the rollouts through the proxy, with its key and model name', async () => {
    const { code, out } = await runWith('chat');
    expect(out).toContain('reward     1.000 mean');
    expect(out).toContain('verified: 1 rollouts, 1 traces');
    expect(code).toBe(0);
    expect(seen[0]?.authorization).toBe('Bearer sk-very-secret');
    expect(seen[0]?.body).toMatchObject({ model: 'm-1', messages: [{ role: 'user', content: 'What is 2 + 2?' }] });
  });

  test.each([
    ['down', 'ECONNREFUSED'],
    ['500', 'answered 500'],
    ['text', 'body that is no JSON'],
    ['slow', 'timed out'],
  ] as const)(
    'that is "%s" fails the rollout with the reason %s, keeps its row and ends with code 1',
    async (kind, reason) => {
      const { code, failure, out } = await runWith(kind);
      expect(failure).toContain('/chat/completions');
      expect(failure).toContain(reason);
      expect(out).toContain('1 failed');
      expect(code).toBe(1);
    },
  );
});
