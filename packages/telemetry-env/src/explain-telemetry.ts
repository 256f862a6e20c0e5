import { readConfigPath, telemetryFields } from '@gym/telemetry-config';
import type { TelemetryConfig, TelemetryFieldPath, TelemetryFieldValue, TelemetryIssue } from '@gym/telemetry-config';

import { variablesOf, type Env } from './read-env-field.ts';
import { describeValue, resolveTelemetry } from './resolve-telemetry.ts';

/**
 * One field, explained.
 *
 * `value` is the effective value, `undefined` for a secret that is set; `shown` the same for a person (`(hidden)` for a
 * secret, `unset`); `source` the variable that set it, `telemetry block` or `default`; `variables` what could set it,
 * first in line first.
 */
export interface ExplainedField {
  readonly path: TelemetryFieldPath;
  readonly wireKey: string;
  readonly value: TelemetryFieldValue;
  readonly shown: string;
  readonly source: string;
  readonly variables: readonly string[];
  readonly warnings: readonly TelemetryIssue[];
}

/** Says for every field its effective value and which source set it. Secrets are masked. Never throws. */
export function explainTelemetry(config: TelemetryConfig, env: Env): readonly ExplainedField[] {
  const resolved = resolveTelemetry(config, env);
  return telemetryFields.map((field) => {
    const value = readConfigPath(resolved.config, field.path);
    return {
      path: field.path,
      wireKey: field.wireKey,
      value: 'secret' in field ? undefined : value,
      shown: describeValue(field, value),
      source: resolved.sources.get(field.path)!,
      variables: variablesOf(field),
      warnings: resolved.warnings.filter((warning) => warning.path === field.path),
    };
  });
}
