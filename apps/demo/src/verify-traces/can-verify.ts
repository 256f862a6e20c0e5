import type { TelemetryConfig } from '@gym/telemetry-config';

/** What decides whether a run's traces can be verified. `status` and `spanGroups` are those of the supervisor's telemetry. */
export interface VerificationInputs {
  readonly status: string;
  readonly config: TelemetryConfig;
  readonly spanGroups: readonly string[];
  readonly sampler: string | undefined;
}

/** Groups whose span is above all others of a rollout; without one of them its spans are several traces. */
const tyingGroups = ['rollout', 'server', 'http_client'];

/** The span groups that make spans: `http_client` makes none while `instrument_aiohttp` is false. */
export function spanningGroups({ config, spanGroups }: VerificationInputs): ReadonlySet<string> {
  return new Set(spanGroups.filter((group) => group !== 'http_client' || config.instrumentHttpClient));
}

/** Why a run's traces cannot be verified from its logs; `undefined` when they can. */
export function whyNotVerified(inputs: VerificationInputs): string | undefined {
  const { config, sampler, status } = inputs;
  if (!config.enabled) return 'telemetry is off';
  if (status !== 'on') return `telemetry is ${status}`;
  if (!config.tracesEnabled) return 'traces_enabled is false';
  if (config.exporter !== 'console')
    return `exporter is ${config.exporter}: the spans are not in the logs, only console puts them there`;
  if (config.exportStrategy !== 'all_ranks')
    return `export_strategy is ${config.exportStrategy}: not every process exports`;
  if (sampler !== undefined && !/^(parentbased_)?always_on$/i.test(sampler)) return `OTEL_TRACES_SAMPLER is ${sampler}`;
  const groups = spanningGroups(inputs);
  if (!tyingGroups.some((group) => groups.has(group))) {
    return `span_groups ${config.spanGroups} has none of ${tyingGroups.join(', ')}, which make a rollout one trace`;
  }
  return undefined;
}
