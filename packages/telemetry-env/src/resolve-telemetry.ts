import {
  buildTelemetryConfig,
  defaultTelemetryConfig,
  describeReceived,
  givenFields,
  readConfigPath,
  telemetryFields,
} from '@gym/telemetry-config';
import type {
  TelemetryConfig,
  TelemetryField,
  TelemetryFieldPath,
  TelemetryFieldValue,
  TelemetryIssue,
} from '@gym/telemetry-config';

import { readEnvField, type Env } from './read-env-field.ts';

/**
 * The effective settings of a process.
 *
 * `sources` says for every field what set it: an environment variable's name, `telemetry block` or `default`.
 * `warnings` are environment values that could not be used.
 */
export interface ResolvedTelemetry {
  readonly config: TelemetryConfig;
  readonly sources: ReadonlyMap<TelemetryFieldPath, string>;
  readonly warnings: readonly TelemetryIssue[];
}

/** The name of the config block as a source. */
export const blockSource = 'telemetry block';
/** The name of the built-in default as a source. */
export const defaultSource = 'default';

/** A value as shown to a person: `unset`, `(hidden)` for a secret, quoted text otherwise. */
export function describeValue(field: TelemetryField, value: TelemetryFieldValue): string {
  return value === undefined ? 'unset' : describeReceived(field, value);
}

/**
 * Settles every field: environment variables, then the config block, then the default.
 *
 * `config` is the parsed block of this process, left out in a server that only has its environment. A value in the
 * environment that cannot be used is a warning and the next source in line is taken; a bad `NEMO_GYM_OTEL_ENABLED`
 * reads as off. Never throws. Precedence: contract of NeMo Gym's `configure_telemetry_env`, without its exceptions.
 */
export function resolveTelemetry(config: TelemetryConfig = defaultTelemetryConfig(), env: Env = {}): ResolvedTelemetry {
  const given = givenFields(config);
  const values = new Map<TelemetryFieldPath, TelemetryFieldValue>();
  const sources = new Map<TelemetryFieldPath, string>();
  const warnings: TelemetryIssue[] = [];
  for (const field of telemetryFields) {
    const blockValue = readConfigPath(config, field.path);
    const inBlock = given.has(field.path);
    const next = `${inBlock ? "the block's value" : 'the default'} ${describeValue(field, blockValue)}`;
    const { found, issues } = readEnvField(env, field, next);
    warnings.push(...issues);
    if (found) values.set(field.path, found.value);
    else if (inBlock) values.set(field.path, blockValue);
    sources.set(field.path, found?.variable ?? (inBlock ? blockSource : defaultSource));
  }
  return { config: buildTelemetryConfig(values), sources, warnings };
}
