import { readConfigPath, telemetryFields } from '@gym/telemetry-config';
import type { TelemetryConfig, TelemetryIssue } from '@gym/telemetry-config';

import { readEnvText, type Env } from './read-env-field.ts';
import { resolveRunId } from './resolve-run-id.ts';
import { blockSource, defaultSource, resolveTelemetry } from './resolve-telemetry.ts';

/**
 * What a supervisor hands on to the servers it starts.
 *
 * `env` is a new record: the given one with the telemetry variables added, ready for `spawn(..., { env })`. `config`
 * holds the effective settings and `runId` the run's id; when telemetry is off `env` equals the given one and `runId`
 * is `undefined`. `warnings` are environment values that could not be used.
 */
export interface TranslatedTelemetry {
  readonly env: Record<string, string | undefined>;
  readonly config: TelemetryConfig;
  readonly runId: string | undefined;
  readonly warnings: readonly TelemetryIssue[];
}

/** Options of {@link translateTelemetryEnv}; `generateRunId` makes the run id when no source gives one. */
export interface TranslateOptions {
  readonly generateRunId?: () => string;
}

function toText(value: boolean | number | string): string {
  return typeof value === 'boolean' ? (value ? '1' : '0') : String(value);
}

/**
 * Translates the settings of a supervisor into environment variables for its servers.
 *
 * A server that reads the result alone settles on exactly the supervisor's settings. A variable that is given and
 * usable is never touched; one that is blank or cannot be used is overwritten with the value in force. Booleans are
 * written `1` / `0`. Telemetry off: nothing is written. Translating the result again changes nothing. Pure: `env` is
 * not changed, and nothing else is read. Rule: NeMo Gym `configure_telemetry_env`.
 */
export function translateTelemetryEnv(
  config: TelemetryConfig,
  env: Env,
  options: TranslateOptions = {},
): TranslatedTelemetry {
  const { config: effective, sources, warnings } = resolveTelemetry(config, env);
  if (!effective.enabled) return { env: { ...env }, config: effective, runId: undefined, warnings };

  const { runId } = resolveRunId({ runId: effective.runId, source: sources.get('runId')! }, env, options.generateRunId);
  const added: Record<string, string> = { NEMO_GYM_OTEL_RUN_ID: runId };
  for (const field of telemetryFields) {
    const value = readConfigPath(effective, field.path);
    const source = sources.get(field.path);
    // Also a variable that is given but unusable, so that a Python server, which would refuse it, gets the value too.
    const unusable = source !== field.variable && readEnvText(env, field.variable) !== undefined;
    const toWrite = source === blockSource || source === defaultSource || unusable;
    if (toWrite && value !== undefined) added[field.variable] = toText(value);
  }
  return { env: { ...env, ...added }, config: { ...effective, runId }, runId, warnings };
}

/**
 * The same as {@link translateTelemetryEnv}, written into `target` (for example `process.env`) instead of a copy.
 *
 * Only variables that change are assigned.
 */
export function applyTelemetryEnv(
  config: TelemetryConfig,
  target: Record<string, string | undefined>,
  options: TranslateOptions = {},
): TranslatedTelemetry {
  const translated = translateTelemetryEnv(config, target, options);
  for (const [name, value] of Object.entries(translated.env)) if (target[name] !== value) target[name] = value;
  return translated;
}
