import { parseTelemetryConfig } from '@gym/telemetry-config';
import { describe, expect, test } from '@jest/globals';

import { describeDestination, spanDestination } from '../../src/spans/span-destination.ts';

const viewer = "otlp to the demo's viewer";
const logs = 'console, into the logs';

describe('spanDestination', () => {
  test.each([
    [{}, {}, viewer],
    [{ exporter: 'otlp' }, { OTEL_EXPORTER_OTLP_ENDPOINT: ' ' }, viewer],
    [{}, { OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: 'http://m:1' }, viewer],
    [{ exporter: 'console' }, {}, logs],
    [{ otlp_endpoint: 'http://a:1' }, { NEMO_LENS_EXPORTER: 'console' }, logs],
    [{ exporter: 'console' }, { NEMO_GYM_OTEL_EXPORTER: 'otlp' }, viewer],
    [{ otlp_endpoint: 'https://me:secret@a:1/x' }, {}, 'otlp to a:1'],
    [{ otlp_endpoint: 'http://a:1' }, { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://b:2' }, 'otlp to b:2'],
    [{}, { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'c:3' }, 'otlp to c:3'],
    [{ enabled: false }, {}, 'no spans, telemetry is off'],
    [{}, { NEMO_GYM_OTEL_ENABLED: '0' }, 'no spans, telemetry is off'],
    [{ traces_enabled: false }, {}, 'no spans, traces_enabled is false'],
    [{}, { OTEL_TRACES_EXPORTER: 'none' }, 'no spans, OTEL_TRACES_EXPORTER is none'],
  ] as const)('of the block %j and the environment %j is: %3$s', (block, env, expected) => {
    const config = parseTelemetryConfig({ enabled: true, ...block });
    expect(describeDestination(spanDestination(config, env))).toBe(expected);
  });
});
