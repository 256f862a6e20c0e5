import { describe, expect, jest, test } from '@jest/globals';

import { fixture, runArgs, runDemo, TestFolder } from './start-demo.ts';

// Each run starts four processes; a loaded machine takes its time.
jest.setTimeout(120_000);

describe('verification', () => {
  test('passes with injection and extraction in place', async () => {
    using folder = new TestFolder();
    const { code, stdout } = await runDemo(runArgs(folder, {}, ['--limit', '2']));
    expect(stdout).toContain('verified: 2 rollouts, 2 traces');
    expect(code).toBe(0);
  });

  test('names the hops that are missing when injection is taken out of the agent', async () => {
    using folder = new TestFolder();
    const changes = { agent: { entrypoint: fixture('agent-without-injection.ts') } };
    const { code, stderr, stdout } = await runDemo(runArgs(folder, changes, ['--limit', '2']));
    expect(stdout).toContain('NOT verified: 2 rollouts');
    expect(stdout).toContain('missing hop POST /seed_session (world_tools) below HTTP POST (tool_agent)');
    expect(stdout).toMatch(/rollout 0-0: in \d+ traces: /);
    expect(stderr).toContain('the traces have holes');
    expect(code).toBe(1);
    expect(folder.rows('out.jsonl')).toHaveLength(2);
  });

  test('names the hops that are missing when extraction is taken out of the policy model', async () => {
    using folder = new TestFolder();
    const changes = { model: { entrypoint: fixture('model-without-extraction.ts') } };
    const { code, stdout } = await runDemo(runArgs(folder, changes, ['--limit', '2']));
    expect(stdout).toContain('missing hop POST /v1/responses (policy_model) below HTTP POST (tool_agent)');
    expect(stdout).toMatch(
      /trace [0-9a-f]{32} belongs to no rollout; it begins with POST \/v1\/responses \(policy_model\)/,
    );
    expect(stdout).not.toContain('missing hop POST /verify');
    expect(code).toBe(1);
  });
});
