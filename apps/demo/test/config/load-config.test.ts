import { fileURLToPath } from 'node:url';

import { describe, expect, test } from '@jest/globals';

import { loadConfig } from '../../src/config/load-config.ts';
import { configText, TestFolder, type ConfigChanges } from '../start-demo.ts';

async function problemsOf(text: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
  using folder = new TestFolder();
  return await loadConfig(folder.write('gym.yaml', text), env).then(
    () => 'no error',
    (error: unknown) => `${(error as { code: string }).code}: ${(error as Error).message}`,
  );
}

const fleet = configText();

describe('loadConfig', () => {
  test('reads the shipped gym.yaml: telemetry on, three servers, no warning', async () => {
    const config = await loadConfig(fileURLToPath(new URL('../../gym.yaml', import.meta.url)), {});
    expect(config.warnings).toEqual([]);
    expect(config.telemetry).toMatchObject({ enabled: true, exporter: 'otlp', otlpEndpoint: undefined });
    expect(config.servers.map((server) => server.name)).toEqual(['policy_model', 'world_tools', 'tool_agent']);
    expect(config.servers[0]?.settings).toMatchObject({ base_url: '', port: 0, upstream_api: 'chat_completions' });
  });

  test('resolves ${oc.env:NAME} and ${oc.env:NAME,default}, also for numbers', async () => {
    using folder = new TestFolder();
    const changes: ConfigChanges = {
      model: { base_url: '${oc.env:URL}', model_name: '${oc.env:MODEL,small}', port: '${oc.env:PORT,8123}' },
    };
    const file = folder.write('gym.yaml', configText(changes));
    const { servers } = await loadConfig(file, { URL: 'http://h/v1' });
    expect(servers[0]?.settings).toMatchObject({ base_url: 'http://h/v1', model_name: 'small', port: 8123 });
  });

  test.each<readonly [string, ConfigChanges, string]>([
    [
      'a port of 70000',
      { tools: { port: 70_000 } },
      'world_tools.resources_servers.world_tools.port: expected an integer from 0 to 65535, received 70000',
    ],
    [
      'max_steps "six"',
      { agent: { max_steps: 'six' } },
      'max_steps: expected an integer of at least 1, received "six"',
    ],
    ['an error_rate of 2', { model: { error_rate: 2 } }, 'error_rate: expected a number from 0 to 1, received 2'],
    [
      'upstream_api soap',
      { model: { upstream_api: 'soap' } },
      'upstream_api: expected one of chat_completions, responses, received "soap"',
    ],
    [
      'a reference to nothing',
      { agent: { model_server: { name: 'gpt' } } },
      'tool_agent.model_server: there is no server "gpt" of type responses_api_models',
    ],
    [
      'a reference that is a text',
      { agent: { model_server: 'policy_model' } },
      'model_server: expected a reference { type, name }, received "policy_model"',
    ],
    ['a secret of the wrong type', { model: { api_key: ['sk-1'] } }, 'api_key: expected a text, received (hidden)'],
    [
      'a server without a type',
      { more: { extra: { port: 1 } } },
      'extra: expected a mapping with one of resources_servers, responses_api_models, responses_api_agents',
    ],
    [
      'a server name with a slash',
      { more: { '../x': { resources_servers: { x: {} } } } },
      '../x: not a usable server name',
    ],
    ['telemetry.exporter file', { telemetry: { exporter: 'file' } }, 'exporter'],
    [
      'a variable that is not set',
      { model: { model_name: '${oc.env:NOPE}' } },
      'policy_model.responses_api_models.policy.model_name: environment variable NOPE is not set and has no default',
    ],
  ])('refuses %s', async (_what, changes, message) => {
    const problems = await problemsOf(configText(changes));
    expect(problems).toContain('config: ');
    expect(problems).toContain(message);
    expect(problems).not.toContain('sk-1');
  });

  test('tells all problems at once', async () => {
    const problems = await problemsOf(
      configText({ tools: { port: -1 }, agent: { max_steps: 0 }, telemetry: { enabled: 'maybe' } }),
    );
    expect(problems.split('\n  - ')).toHaveLength(4);
  });

  test.each([
    ['a: [1, 2', 'no valid YAML in line'],
    [`${fleet}\n  bad: : x`, `no valid YAML in line ${fleet.split('\n').length + 1}`],
    ['- 1', 'expected a mapping at the top'],
    ['', 'expected a mapping at the top'],
    ['telemetry: {}', 'no server of type responses_api_agents'],
  ])('refuses %j', async (text, message) => {
    expect(await problemsOf(text)).toContain(message);
  });
});
