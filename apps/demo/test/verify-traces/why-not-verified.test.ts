import { parseTelemetryConfig } from '@gym/telemetry-config';
import { describe, expect, test } from '@jest/globals';

import { whyNotVerified, type VerificationInputs } from '../../src/verify-traces/why-not-verified.ts';

function inputs(changes: Partial<VerificationInputs>, block = {}, spanGroups = ['rollout']): VerificationInputs {
  const telemetry = { config: parseTelemetryConfig({ enabled: true, ...block }), status: 'on', spanGroups } as const;
  return { destination: { kind: 'viewer' }, telemetry, sampler: undefined, dropped: 0, ...changes };
}

describe('whyNotVerified', () => {
  test.each([
    inputs({}),
    inputs({ destination: { kind: 'logs' }, sampler: 'parentbased_always_on' }),
    inputs({}, { instrument_aiohttp: false }, ['http_client', 'server']),
  ])('is undefined where all spans are there: %j', (given) => {
    expect(whyNotVerified(given)).toBeUndefined();
  });

  test.each([
    ['3 spans did not fit in the viewer', inputs({ dropped: 3 })],
    ['the spans went to a:1', inputs({ destination: { kind: 'collector', host: 'a:1' } })],
    ['telemetry is off', inputs({ destination: { kind: 'nowhere', reason: 'telemetry is off' } })],
    ['OTEL_TRACES_SAMPLER is traceidratio', inputs({ sampler: 'traceidratio' })],
    ['export_strategy is single_rank', inputs({}, { export_strategy: 'single_rank' })],
    ['has none of rollout, server, http_client', inputs({}, { instrument_aiohttp: false }, ['http_client', 'verify'])],
  ])('says: %s', (reason, given) => {
    expect(whyNotVerified(given)).toContain(reason);
  });
});
