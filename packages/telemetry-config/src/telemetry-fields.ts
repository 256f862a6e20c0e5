/**
 * What a field holds, and with it how text and YAML values of it are checked.
 *
 * `list` is a comma list (the block may give an array of names too), `url` an OTLP endpoint, `headers` a comma list of
 * percent-encoded `key=value` pairs. Bounds are inclusive, `above` is exclusive.
 */
export type TelemetryFieldKind =
  | { readonly type: 'boolean' }
  | { readonly type: 'string' }
  | { readonly type: 'list' }
  | { readonly type: 'url' }
  | { readonly type: 'headers' }
  | { readonly type: 'enum'; readonly words: readonly string[] }
  | { readonly type: 'integer'; readonly minimum: number }
  | { readonly type: 'number'; readonly minimum?: number; readonly maximum?: number; readonly above?: number };

/**
 * One row of the field table.
 *
 * `path` is the dotted camelCase path in `TelemetryConfig`, `wireKey` the dotted snake_case path in the block,
 * `wireAliases` other spellings of the same switch, `variable` the environment variable that sets the field. A row
 * without `defaultValue` is unset (`undefined`) by default. A `secret` value is named in messages, never shown.
 */
export interface TelemetryField {
  readonly path: string;
  readonly wireKey: string;
  readonly wireAliases?: readonly string[];
  readonly variable: string;
  readonly kind: TelemetryFieldKind;
  readonly defaultValue?: boolean | number | string;
  readonly secret?: true;
  readonly description: string;
}

/**
 * The one table of the `telemetry:` block, in documentation order: types, parser, defaults, environment translation,
 * JSON Schema and the README table are made from it.
 *
 * Names and defaults are NeMo Gym's (`nemo_gym.telemetry`); `export_*` are kept from its first version.
 */
export const telemetryFields = [
  {
    path: 'enabled',
    wireKey: 'enabled',
    variable: 'NEMO_GYM_OTEL_ENABLED',
    kind: { type: 'boolean' },
    defaultValue: false,
    description: 'Master switch.',
  },
  {
    path: 'serviceName',
    wireKey: 'service_name',
    variable: 'OTEL_SERVICE_NAME',
    kind: { type: 'string' },
    defaultValue: 'nemo-gym',
    description: 'Service group; base of service.name.',
  },
  {
    path: 'serviceNamePerServer',
    wireKey: 'service_name_per_server',
    variable: 'NEMO_GYM_OTEL_SERVICE_NAME_PER_SERVER',
    kind: { type: 'boolean' },
    defaultValue: true,
    description: 'Append /<server name> to service.name.',
  },
  {
    path: 'spanGroups',
    wireKey: 'span_groups',
    variable: 'NEMO_GYM_OTEL_SPAN_GROUPS',
    kind: { type: 'list' },
    defaultValue: 'default',
    description: 'Presets and span groups that are on.',
  },
  {
    path: 'exportStrategy',
    wireKey: 'export_strategy',
    variable: 'NEMO_GYM_OTEL_EXPORT_STRATEGY',
    kind: { type: 'enum', words: ['all_ranks', 'single_rank', 'sampled', 'first_rank_per_node'] },
    defaultValue: 'all_ranks',
    description: 'Which ranks of a ranked job export.',
  },
  {
    path: 'exportRank',
    wireKey: 'export_rank',
    variable: 'NEMO_GYM_OTEL_EXPORT_RANK',
    kind: { type: 'integer', minimum: -1 },
    defaultValue: -1,
    description: 'The rank that exports under single_rank; -1 is the last.',
  },
  {
    path: 'exportSampleRate',
    wireKey: 'export_sample_rate',
    variable: 'NEMO_GYM_OTEL_EXPORT_SAMPLE_RATE',
    kind: { type: 'number', minimum: 0, maximum: 1 },
    defaultValue: 1,
    description: 'Share of ranks that export under sampled.',
  },
  {
    path: 'tracesEnabled',
    wireKey: 'traces_enabled',
    variable: 'NEMO_GYM_OTEL_TRACES_ENABLED',
    kind: { type: 'boolean' },
    defaultValue: true,
    description: 'Export spans.',
  },
  {
    path: 'metricsEnabled',
    wireKey: 'metrics_enabled',
    variable: 'NEMO_GYM_OTEL_METRICS_ENABLED',
    kind: { type: 'boolean' },
    defaultValue: true,
    description: 'Export metrics.',
  },
  {
    path: 'logsEnabled',
    wireKey: 'logs_enabled',
    variable: 'NEMO_GYM_OTEL_LOGS_ENABLED',
    kind: { type: 'boolean' },
    defaultValue: false,
    description: 'Export log records.',
  },
  {
    path: 'exporter',
    wireKey: 'exporter',
    variable: 'NEMO_GYM_OTEL_EXPORTER',
    kind: { type: 'enum', words: ['otlp', 'console'] },
    defaultValue: 'otlp',
    description: 'Where telemetry goes: an OTLP back end, or JSON lines on standard output.',
  },
  {
    path: 'otlpEndpoint',
    wireKey: 'otlp_endpoint',
    variable: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    kind: { type: 'url' },
    description: 'OTLP endpoint; unset is localhost:4317 (grpc) or localhost:4318 (http).',
  },
  {
    path: 'otlpProtocol',
    wireKey: 'otlp_protocol',
    variable: 'OTEL_EXPORTER_OTLP_PROTOCOL',
    kind: { type: 'enum', words: ['grpc', 'http/protobuf', 'http/json'] },
    description: 'OTLP protocol; unset is grpc.',
  },
  {
    path: 'otlpHeaders',
    wireKey: 'otlp_headers',
    variable: 'OTEL_EXPORTER_OTLP_HEADERS',
    kind: { type: 'headers' },
    secret: true,
    description: 'Headers sent with every export, as k=v,k=v with percent-encoded values.',
  },
  {
    path: 'instrumentHttpClient',
    wireKey: 'instrument_aiohttp',
    wireAliases: ['instrument_undici'],
    variable: 'NEMO_GYM_OTEL_INSTRUMENT_AIOHTTP',
    kind: { type: 'boolean' },
    defaultValue: true,
    description: 'CLIENT spans of outgoing HTTP calls; off keeps propagation.',
  },
  {
    path: 'runId',
    wireKey: 'run_id',
    variable: 'NEMO_GYM_OTEL_RUN_ID',
    kind: { type: 'string' },
    description: 'Identifier shared by all processes of a run; unset is SLURM_JOB_ID or generated.',
  },
  {
    path: 'memoryProfiling.enabled',
    wireKey: 'memory_profiling.enabled',
    variable: 'NEMO_GYM_OTEL_MEMORY_PROFILING_ENABLED',
    kind: { type: 'boolean' },
    defaultValue: false,
    description: 'Sample the memory of every server from the supervisor.',
  },
  {
    path: 'memoryProfiling.intervalSeconds',
    wireKey: 'memory_profiling.interval_seconds',
    variable: 'NEMO_GYM_OTEL_MEMORY_PROFILING_INTERVAL_SECONDS',
    kind: { type: 'number', above: 0 },
    defaultValue: 1,
    description: 'Seconds between two memory samples.',
  },
] as const;
