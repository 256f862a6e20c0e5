import { formatIssues, type TelemetryIssue } from './telemetry-issue.ts';

/**
 * Thrown when a `telemetry:` block cannot be used; `issues` holds every problem, `message` lists them all.
 *
 * Secret values are named in it, never shown.
 */
export class TelemetryConfigError extends Error {
  override readonly name = 'TelemetryConfigError';
  readonly code = 'TELEMETRY_CONFIG_INVALID';
  readonly issues: readonly TelemetryIssue[];

  constructor(issues: readonly TelemetryIssue[]) {
    const count = issues.length === 1 ? '1 problem' : `${issues.length} problems`;
    super(`The telemetry block has ${count}:\n${formatIssues(issues)}`);
    this.issues = issues;
  }
}

/** Whether `error` is a {@link TelemetryConfigError}, also one made by another copy of this package. */
export function isTelemetryConfigError(error: unknown): error is TelemetryConfigError {
  return error instanceof Error && (error as { code?: unknown }).code === 'TELEMETRY_CONFIG_INVALID';
}
