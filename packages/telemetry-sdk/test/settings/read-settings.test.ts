import { defineTelemetryConfig } from '@gym/telemetry-config';
import { describe, expect, test } from '@jest/globals';
import type { SpanContext } from '@opentelemetry/api';

import { chooseExporter } from '../../src/settings/choose-exporter.ts';
import { createPropagator } from '../../src/settings/create-propagator.ts';
import { createOtelEnv, type Env } from '../../src/settings/otel-env.ts';
import { readBatchSettings } from '../../src/settings/read-batch-settings.ts';
import { readAttributeLimits, readSpanLimits } from '../../src/settings/read-limits.ts';
import { readMetricSettings } from '../../src/settings/read-metric-settings.ts';
import { readSampler } from '../../src/settings/read-sampler.ts';

function reading<T>(
  env: Env,
  read: (otel: ReturnType<typeof createOtelEnv>, warn: (m: string) => void) => T,
): [T, string[]] {
  const warnings: string[] = [];
  const warn = (message: string): void => void warnings.push(message);
  return [read(createOtelEnv(env, warn), warn), warnings];
}

describe('readBatchSettings', () => {
  test('nothing set gives the defaults', () => {
    const [spans] = reading({}, (env) => readBatchSettings(env, 'OTEL_BSP'));
    const [logs] = reading({}, (env) => readBatchSettings(env, 'OTEL_BLRP'));
    expect(spans).toEqual({
      maxQueueSize: 32_768,
      maxBatchSize: 512,
      scheduleDelayMs: 5000,
      exportTimeoutMs: 300_000,
      maxConcurrentExports: 8,
    });
    expect(logs).toEqual({ ...spans, scheduleDelayMs: 1000 });
  });

  test('OTEL_BLRP_* is read, and a batch is never larger than the queue', () => {
    const env = {
      OTEL_BLRP_MAX_QUEUE_SIZE: '10',
      OTEL_BLRP_MAX_EXPORT_BATCH_SIZE: '20',
      OTEL_BLRP_SCHEDULE_DELAY: '7',
      OTEL_BLRP_EXPORT_TIMEOUT: '0',
    };
    const [settings] = reading(env, (otel) => readBatchSettings(otel, 'OTEL_BLRP'));
    expect(settings).toMatchObject({
      maxQueueSize: 10,
      maxBatchSize: 10,
      scheduleDelayMs: 7,
      exportTimeoutMs: Number.POSITIVE_INFINITY,
    });
  });

  test('OTEL_BSP_MAX_QUEUE_SIZE=0 is warned about and the default is used', () => {
    const [settings, warnings] = reading({ OTEL_BSP_MAX_QUEUE_SIZE: '0' }, (env) => readBatchSettings(env, 'OTEL_BSP'));
    expect(settings.maxQueueSize).toBe(32_768);
    expect(warnings).toEqual(['OTEL_BSP_MAX_QUEUE_SIZE: expected a whole number of at least 1, received "0"; ignored']);
  });
});

describe('limits', () => {
  test('OTEL_SPAN_ATTRIBUTE_COUNT_LIMIT beats OTEL_ATTRIBUTE_COUNT_LIMIT, and 0 is a limit', () => {
    const env = {
      OTEL_ATTRIBUTE_COUNT_LIMIT: '5',
      OTEL_SPAN_ATTRIBUTE_COUNT_LIMIT: '0',
      OTEL_ATTRIBUTE_VALUE_LENGTH_LIMIT: '9',
      OTEL_EVENT_ATTRIBUTE_COUNT_LIMIT: '3',
      OTEL_SPAN_ATTRIBUTE_PER_LINK_COUNT_LIMIT: '4',
    };
    expect(reading(env, readSpanLimits)[0]).toEqual({
      attributeCountLimit: 0,
      attributeValueLengthLimit: 9,
      eventCountLimit: 128,
      linkCountLimit: 128,
      attributePerEventCountLimit: 3,
      attributePerLinkCountLimit: 4,
    });
    expect(reading(env, (otel) => readAttributeLimits(otel, 'LOGRECORD'))[0]).toEqual({
      attributeCountLimit: 5,
      attributeValueLengthLimit: 9,
    });
  });
});

describe('readSampler', () => {
  const remoteUnsampled = { traceId: 'f'.repeat(32), spanId: 'f'.repeat(16), traceFlags: 0, isRemote: true };

  test.each([
    [{}, true, false, 0],
    [{ OTEL_TRACES_SAMPLER: 'ALWAYS_ON' }, true, true, 0],
    [{ OTEL_TRACES_SAMPLER: 'always_off' }, false, false, 0],
    [{ OTEL_TRACES_SAMPLER: 'parentbased_always_off' }, false, false, 0],
    [{ OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' }, false, false, 0],
    [{ OTEL_TRACES_SAMPLER: 'traceidratio' }, true, true, 0],
    [{ OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '2' }, true, true, 1],
    [{ OTEL_TRACES_SAMPLER: 'jaeger_remote' }, true, false, 1],
    [{ OTEL_TRACES_SAMPLER_ARG: 'x' }, true, false, 0],
  ])('%j: root sampled %j, child of an unsampled parent sampled %j, %i warnings', (env, root, child, count) => {
    const [sampler, warnings] = reading(env, readSampler);
    const decide = (parent?: SpanContext): boolean => sampler('f'.repeat(32), parent);
    expect([decide(), decide(remoteUnsampled), warnings.length]).toEqual([root, child, count]);
  });
});

describe('createPropagator', () => {
  test.each([
    [undefined, ['traceparent', 'tracestate', 'baggage'], 0],
    ['TraceContext', ['traceparent', 'tracestate'], 0],
    ['baggage,baggage', ['baggage'], 0],
    ['b3,tracecontext', ['traceparent', 'tracestate'], 1],
    ['none', undefined, 0],
    ['tracecontext,none', undefined, 1],
  ])('OTEL_PROPAGATORS=%s has fields %j with %i warnings', (text, fields, count) => {
    const [propagator, warnings] = reading({ OTEL_PROPAGATORS: text }, createPropagator);
    expect(propagator?.fields()).toEqual(fields);
    expect(warnings).toHaveLength(count);
  });
});

describe('readMetricSettings', () => {
  test('nothing set gives 10 s, cumulative, explicit buckets', () => {
    expect(reading({}, readMetricSettings)[0]).toEqual({
      intervalMs: 10_000,
      exportTimeoutMs: 300_000,
      temporality: 'cumulative',
      histogram: 'explicit_bucket_histogram',
    });
  });

  test('OTEL_METRIC_EXPORT_INTERVAL=500 below the timeout is used without a warning', () => {
    const [settings, warnings] = reading({ OTEL_METRIC_EXPORT_INTERVAL: '500' }, readMetricSettings);
    expect(settings.intervalMs).toBe(500);
    expect(warnings).toEqual([]);
  });

  test('the temporality LowMemory is read in any case, weekly is warned about', () => {
    const name = 'OTEL_EXPORTER_OTLP_METRICS_TEMPORALITY_PREFERENCE';
    expect(reading({ [name]: 'LowMemory' }, readMetricSettings)[0].temporality).toBe('lowmemory');
    expect(reading({ [name]: 'weekly' }, readMetricSettings)[1]).toHaveLength(1);
  });
});

describe('chooseExporter', () => {
  test.each([
    [{}, {}, 'otlp', 0],
    [{ exporter: 'console' }, {}, 'console', 0],
    [{ tracesEnabled: false }, { OTEL_TRACES_EXPORTER: 'otlp' }, 'none', 0],
    [{}, { OTEL_TRACES_EXPORTER: ' None ' }, 'none', 0],
    [{}, { OTEL_TRACES_EXPORTER: 'console' }, 'console', 0],
    [{ exporter: 'otlp' }, { OTEL_TRACES_EXPORTER: 'console', NEMO_GYM_OTEL_EXPORTER: 'otlp' }, 'otlp', 0],
    [{}, { OTEL_TRACES_EXPORTER: 'none,otlp' }, 'none', 0],
    [{}, { OTEL_TRACES_EXPORTER: 'zipkin' }, 'otlp', 1],
    [{}, { OTEL_METRICS_EXPORTER: 'none' }, 'otlp', 0],
  ] as const)('config %j with env %j: traces go to %s with %i warnings', (config, env, choice, count) => {
    const warnings: string[] = [];
    const chosen = chooseExporter('traces', defineTelemetryConfig(config), env, (m) => warnings.push(m));
    expect([chosen, warnings.length]).toEqual([choice, count]);
  });
});
