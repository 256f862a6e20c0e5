import { defineTelemetryConfig } from '@gym/telemetry-config';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';

import { parseResourceAttributes } from '../../src/resource/parse-resource-attributes.ts';
import { chooseExporter } from '../../src/settings/choose-exporter.ts';
import { createPropagator } from '../../src/settings/create-propagator.ts';
import { createOtelEnv } from '../../src/settings/otel-env.ts';
import { readBatchSettings } from '../../src/settings/read-batch-settings.ts';
import { readSpanLimits } from '../../src/settings/read-limits.ts';
import { readMetricSettings } from '../../src/settings/read-metric-settings.ts';
import { describeTarget, readOtlpTarget } from '../../src/settings/read-otlp-target.ts';
import { readSampler } from '../../src/settings/read-sampler.ts';

const names = [
  'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
  'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL',
  'OTEL_EXPORTER_OTLP_TRACES_HEADERS',
  'OTEL_EXPORTER_OTLP_TIMEOUT',
  'OTEL_EXPORTER_OTLP_INSECURE',
  'OTEL_EXPORTER_OTLP_COMPRESSION',
  'OTEL_TRACES_EXPORTER',
  'OTEL_TRACES_SAMPLER',
  'OTEL_TRACES_SAMPLER_ARG',
  'OTEL_BSP_MAX_QUEUE_SIZE',
  'OTEL_BSP_SCHEDULE_DELAY',
  'OTEL_METRIC_EXPORT_INTERVAL',
  'OTEL_PROPAGATORS',
  'OTEL_RESOURCE_ATTRIBUTES',
  'OTEL_SPAN_ATTRIBUTE_COUNT_LIMIT',
] as const;

const pieces = [
  'http://',
  'HTTPS://',
  'unix:',
  'grpc://',
  '//',
  'h',
  'localhost',
  '[::1]',
  ':4317',
  ':4318',
  ':99999',
  '/v1/traces',
  '?k=v',
  '#x',
  '@',
  '%zz',
  '%41',
  '=',
  ',',
  ';',
  ' ',
  '\n',
  '\0',
  'é',
  '-1',
  '0',
  '1e9',
  'true',
  'none',
  'grpc',
  'gzip',
];
const piece = fc.constantFrom(...pieces);
const text = fc.oneof(
  fc.array(piece, { maxLength: 6 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary' }),
);
const environment = fc.dictionary(fc.constantFrom(...names), text);

describe('settings', () => {
  test('5000 random environments throw nothing and give usable settings', () => {
    const config = defineTelemetryConfig({});
    fc.assert(
      fc.property(environment, (env) => {
        const warn = (): void => {};
        const otel = createOtelEnv(env, warn);
        const target = readOtlpTarget('traces', config, env, 'agent', warn);
        const batch = readBatchSettings(otel, 'OTEL_BSP');
        expect(describeTarget(target)).toMatch(/^otlp (grpc|http\/(protobuf|json)) (https?:\/\/.|unix:)/);
        expect(target.timeoutMs).toBeGreaterThan(0);
        expect(batch.maxBatchSize).toBeLessThanOrEqual(batch.maxQueueSize);
        expect(readMetricSettings(otel).intervalMs).toBeGreaterThan(0);
        expect(readSpanLimits(otel).attributeCountLimit).toBeGreaterThanOrEqual(0);
        expect(() => new Headers({ ...target.headers })).not.toThrow();
        readSampler(otel);
        createPropagator(otel, warn);
        chooseExporter('traces', config, env, warn);
        parseResourceAttributes(env.OTEL_RESOURCE_ATTRIBUTES ?? '');
      }),
      { numRuns: 5000 },
    );
  });
});
