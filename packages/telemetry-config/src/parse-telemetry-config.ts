import { buildTelemetryConfig } from './build-config.ts';
import { checkFields, type KeyStyle } from './check-fields.ts';
import { TelemetryConfigError } from './telemetry-config-error.ts';
import type { TelemetryConfig, TelemetryConfigInput } from './telemetry-config.ts';
import type { TelemetryIssue } from './telemetry-issue.ts';

/** The outcome of parsing a block without throwing; `warnings` are unknown keys. */
export type TelemetryConfigResult =
  | { readonly ok: true; readonly config: TelemetryConfig; readonly warnings: readonly TelemetryIssue[] }
  | { readonly ok: false; readonly issues: readonly TelemetryIssue[]; readonly warnings: readonly TelemetryIssue[] };

function parse(block: unknown, style: KeyStyle, source: string): TelemetryConfigResult {
  const { given, issues } = checkFields(block, style, source);
  const warnings = issues.filter((issue) => issue.severity === 'warning');
  const errors = issues.filter((issue) => issue.severity === 'error');
  return errors.length > 0
    ? { ok: false, issues: errors, warnings }
    : { ok: true, config: buildTelemetryConfig(given), warnings };
}

function unwrap(result: TelemetryConfigResult): TelemetryConfig {
  if (!result.ok) throw new TelemetryConfigError(result.issues);
  return result.config;
}

/**
 * Parses the value of a `telemetry:` block (snake_case keys) and never throws.
 *
 * Missing or null gives all defaults. Unknown keys are warnings, so that blocks of older and newer NeMo Gym load.
 */
export function safeParseTelemetryConfig(block: unknown): TelemetryConfigResult {
  return parse(block, 'wire', 'telemetry block');
}

/**
 * Parses the value of a `telemetry:` block (snake_case keys).
 *
 * @throws {@link TelemetryConfigError} with every problem when the block cannot be used.
 */
export function parseTelemetryConfig(block: unknown): TelemetryConfig {
  return unwrap(safeParseTelemetryConfig(block));
}

/**
 * Checks settings written in code (camelCase keys, all optional) and fills in the defaults.
 *
 * @throws {@link TelemetryConfigError} with every problem when a value cannot be used.
 */
export function defineTelemetryConfig(input: TelemetryConfigInput = {}): TelemetryConfig {
  return unwrap(parse(input, 'code', 'code'));
}
