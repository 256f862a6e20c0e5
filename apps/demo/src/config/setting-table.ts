/** How one setting is read; `secret` values are never shown. */
export interface Setting {
  readonly kind: 'text' | 'number' | 'integer' | 'word' | 'reference';
  readonly fallback?: string | number;
  readonly min?: number;
  readonly max?: number;
  readonly words?: readonly string[];
  readonly secret?: true;
}

/** Settings by their key in the file. */
export type SettingTable = Readonly<Record<string, Setting>>;

/** The kinds of servers, as in NeMo Gym. */
export const serverTypes = ['resources_servers', 'responses_api_models', 'responses_api_agents'] as const;

/** One kind of server. */
export type DemoServerType = (typeof serverTypes)[number];

const everyServer: SettingTable = {
  entrypoint: { kind: 'text', fallback: '' },
  host: { kind: 'text', fallback: '127.0.0.1' },
  port: { kind: 'integer', fallback: 0, min: 0, max: 65_535 },
};

/** The settings of each kind of server; `entrypoint` (relative to the config file) replaces the demo's own program. */
export const serverSettings: Readonly<Record<DemoServerType, SettingTable>> = {
  resources_servers: everyServer,
  responses_api_models: {
    ...everyServer,
    base_url: { kind: 'text', fallback: '' },
    api_key: { kind: 'text', fallback: '', secret: true },
    model_name: { kind: 'text', fallback: '' },
    upstream_api: { kind: 'word', fallback: 'chat_completions', words: ['chat_completions', 'responses'] },
    timeout_seconds: { kind: 'number', fallback: 60, min: 0.001 },
    error_rate: { kind: 'number', fallback: 0, min: 0, max: 1 },
    latency_median_ms: { kind: 'number', fallback: 0, min: 0 },
    latency_sigma: { kind: 'number', fallback: 0.45, min: 0 },
  },
  responses_api_agents: {
    ...everyServer,
    resources_server: { kind: 'reference' },
    model_server: { kind: 'reference' },
    max_steps: { kind: 'integer', fallback: 6, min: 1 },
    retries: { kind: 'integer', fallback: 2, min: 0, max: 10 },
    call_timeout_seconds: { kind: 'number', fallback: 90, min: 0.001 },
  },
};

/** The settings of the supervisor itself. */
export const supervisorSettings: SettingTable = {
  ready_timeout_seconds: { kind: 'number', fallback: 30, min: 0.001 },
  rollout_timeout_seconds: { kind: 'number', fallback: 120, min: 0.001 },
};
