import { initTelemetry, resetTelemetry } from '@gym/telemetry';
import { safeParseTelemetryConfig, telemetryFields } from '@gym/telemetry-config';
import { explainTelemetry, resolveTelemetry, translateTelemetryEnv } from '@gym/telemetry-env';
import { context, propagation, ROOT_CONTEXT } from '@opentelemetry/api';
import fc from 'fast-check';

const cases = 100_000;
/** Starts of the whole SDK are slower; each one has a random environment of its own. */
const starts = 2000;

const variables = telemetryFields.flatMap(({ variable }) => [
  variable,
  variable.replace('NEMO_GYM_OTEL_', 'NEMO_LENS_'),
]);
const otelVariables = [
  ...[
    'OTEL_SDK_DISABLED',
    'OTEL_PROPAGATORS',
    'OTEL_TRACES_SAMPLER',
    'OTEL_TRACES_SAMPLER_ARG',
    'OTEL_RESOURCE_ATTRIBUTES',
  ],
  ...[
    'OTEL_BSP_MAX_QUEUE_SIZE',
    'OTEL_BSP_MAX_EXPORT_BATCH_SIZE',
    'OTEL_BSP_SCHEDULE_DELAY',
    'OTEL_METRIC_EXPORT_INTERVAL',
  ],
  ...[
    'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
    'OTEL_EXPORTER_OTLP_TIMEOUT',
    'OTEL_EXPORTER_OTLP_COMPRESSION',
    'OTEL_SPAN_ATTRIBUTE_COUNT_LIMIT',
  ],
  ...['RANK', 'WORLD_SIZE', 'SLURM_JOB_ID', 'DEPLOYMENT_ENV', 'OTEL_LOG_LEVEL'],
];
const text = fc.oneof(
  fc.constantFrom(
    '1',
    '0',
    'true',
    'no',
    '',
    ' ',
    'maybe',
    '-1',
    '1.5',
    '1e9',
    'grpc',
    'console',
    'none',
    'a=b,c',
    'h:4317',
    'http://h:4318/v1/traces',
  ),
  fc.string({ unit: 'binary' }),
);
const env = fc.dictionary(fc.constantFrom(...variables, ...otelVariables), text, { maxKeys: 10 });
const block = fc.oneof(
  fc.anything(),
  fc.dictionary(
    fc.constantFrom(...telemetryFields.map(({ wireKey }) => wireKey.split('.')[0]!)),
    fc.oneof(fc.anything(), text),
  ),
);
const header = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 600 }),
  fc.stringMatching(/^[0-9a-fA-F]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}(-.{0,8})?$/),
  fc.stringMatching(/^([a-z0-9@_*/-]{1,20}=[ -~]{0,20},?){0,40}$/),
);

/** Random blocks, environments and headers: nothing throws, nothing hangs, and what a supervisor settles a server settles too. */
export async function benchFuzz(): Promise<void> {
  const counts = { blocks: 0, environments: 0, headers: 0, starts: 0 };
  fc.assert(
    fc.property(block, env, (value, given) => {
      const parsed = safeParseTelemetryConfig(value);
      const config = parsed.ok ? parsed.config : undefined;
      const supervisor = translateTelemetryEnv(config ?? resolveTelemetry().config, given);
      const server = resolveTelemetry(undefined, supervisor.env).config;
      if (config) explainTelemetry(config, given);
      counts.blocks += 1;
      counts.environments += 1;
      return server.enabled === supervisor.config.enabled;
    }),
    { numRuns: cases },
  );
  await initTelemetry({
    env: { NEMO_GYM_OTEL_ENABLED: '1', NEMO_GYM_OTEL_TRACES_ENABLED: '0', NEMO_GYM_OTEL_METRICS_ENABLED: '0' },
    log: () => {},
    exitHooks: false,
  });
  fc.assert(
    fc.property(header, header, header, (traceparent, tracestate, baggage) => {
      const extracted = propagation.extract(ROOT_CONTEXT, { traceparent, tracestate, baggage });
      context.with(extracted, () => propagation.inject(context.active(), {}));
      counts.headers += 1;
    }),
    { numRuns: cases },
  );
  await resetTelemetry();
  const quiet = {
    log: () => {},
    exitHooks: false,
    spanExporter: {
      export: (_: never[], done: (r: { code: number }) => void) => done({ code: 0 }),
      shutdown: async () => {},
    },
  };
  await fc.assert(
    fc.asyncProperty(env, async (given) => {
      const { status } = await initTelemetry({
        ...quiet,
        env: {
          ...given,
          NEMO_GYM_OTEL_ENABLED: '1',
          NEMO_GYM_OTEL_METRICS_ENABLED: '0',
          NEMO_GYM_OTEL_LOGS_ENABLED: '0',
        },
      });
      await resetTelemetry();
      counts.starts += 1;
      return ['on', 'propagating'].includes(status);
    }),
    { numRuns: starts },
  );
  console.log('\nFuzz: no throw, no hang, supervisor and server agree');
  console.table(counts);
}
