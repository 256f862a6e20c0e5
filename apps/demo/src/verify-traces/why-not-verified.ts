import type { Telemetry } from '@gym/telemetry';

import type { RunSpans, SpanSource } from '../spans/span-source.ts';

/** What decides whether a run's traces can be verified; telemetry is the supervisor's. */
export interface VerificationInputs {
  readonly destination: SpanSource['destination'];
  readonly telemetry: Pick<Telemetry, 'config' | 'spanGroups' | 'status'>;
  readonly sampler: string | undefined;
  readonly dropped: RunSpans['dropped'];
}

/** Groups whose span is above all others of a rollout; without one of them its spans are several traces. */
const tyingGroups = ['rollout', 'server', 'http_client'];

/** The span groups that make spans: `http_client` makes none while `instrument_aiohttp` is false. */
export function spanningGroups({ config, spanGroups }: VerificationInputs['telemetry']): ReadonlySet<string> {
  return new Set(spanGroups.filter((group) => group !== 'http_client' || config.instrumentHttpClient));
}

/** Why a run's traces cannot be verified; `undefined` when they can. */
export function whyNotVerified({ destination, dropped, sampler, telemetry }: VerificationInputs): string | undefined {
  const { config, status } = telemetry;
  if (destination.kind === 'nowhere') return destination.reason;
  if (status !== 'on') return `telemetry is ${status}`;
  if (destination.kind === 'collector')
    return `the spans went to ${destination.host}; without an endpoint they come to the demo's own viewer`;
  if (config.exportStrategy !== 'all_ranks')
    return `export_strategy is ${config.exportStrategy}: not every process exports`;
  if (sampler !== undefined && !/^(parentbased_)?always_on$/i.test(sampler)) return `OTEL_TRACES_SAMPLER is ${sampler}`;
  const groups = spanningGroups(telemetry);
  if (!tyingGroups.some((group) => groups.has(group))) {
    return `span_groups ${config.spanGroups} has none of ${tyingGroups.join(', ')}, which make a rollout one trace`;
  }
  if (dropped > 0) return `${dropped} spans did not fit in the viewer; NEMO_GYM_OTEL_EXPORTER=console keeps all`;
  return undefined;
}
