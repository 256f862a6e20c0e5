import { describeReceived, parseFieldValue } from '@gym/telemetry-config';
import type { TelemetryField, TelemetryFieldValue, TelemetryIssue } from '@gym/telemetry-config';

/** Environment variables by name. Only read, never changed. */
export type Env = Readonly<Record<string, string | undefined>>;

/** A value the environment gives a field, and the variable it stands in. */
export interface EnvValue {
  readonly value: TelemetryFieldValue;
  readonly variable: string;
}

const gymPrefix = 'NEMO_GYM_OTEL_';
const lensPrefix = 'NEMO_LENS_';

/** The variables that set a field, first in line first: its own, then its `NEMO_LENS_` twin where it has one. */
export function variablesOf(field: TelemetryField): readonly string[] {
  const { variable } = field;
  return variable.startsWith(gymPrefix) ? [variable, lensPrefix + variable.slice(gymPrefix.length)] : [variable];
}

/** The trimmed text of a variable; unset, empty and blank are all `undefined`, "not given". */
export function readEnvText(env: Env, variable: string): string | undefined {
  return env[variable]?.trim() || undefined;
}

/**
 * Reads one field from the environment.
 *
 * A bad value is a warning and the next variable in line is tried, but a bad `enabled` reads as off at once.
 * `next` says in the warning what happens when no variable is left.
 */
export function readEnvField(
  env: Env,
  field: TelemetryField,
  next: string,
): { readonly found: EnvValue | undefined; readonly issues: readonly TelemetryIssue[] } {
  const issues: TelemetryIssue[] = [];
  const given = variablesOf(field).filter((variable) => readEnvText(env, variable) !== undefined);
  for (const [index, variable] of given.entries()) {
    const text = readEnvText(env, variable)!;
    const result = parseFieldValue(field, text);
    if (result.ok) return { found: { value: result.value, variable }, issues };
    const { expected } = result;
    const received = describeReceived(field, text);
    const isSwitch = field.path === 'enabled';
    const then = isSwitch ? 'telemetry is off' : `using ${given[index + 1] ?? next}`;
    const message = `${variable}: expected ${expected}, received ${received}; ${then}`;
    issues.push({ severity: 'warning', path: field.path, source: variable, expected, received, message });
    if (isSwitch) return { found: { value: false, variable }, issues };
  }
  return { found: undefined, issues };
}
