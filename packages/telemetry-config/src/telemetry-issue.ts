/**
 * One finding about a telemetry setting, as data.
 *
 * `path` is the field's path, or the unknown key; `source` where the value came from (`telemetry block`,
 * or an environment variable's name); `received` the value as shown to a person: shortened, and `(hidden)` for a secret.
 * An `error` makes a block unusable; a `warning` says what happens instead.
 */
export interface TelemetryIssue {
  readonly severity: 'error' | 'warning';
  readonly path: string;
  readonly source: string;
  readonly expected: string;
  readonly received: string;
  readonly message: string;
}

/** The issues as lines of text, one bullet each. */
export function formatIssues(issues: readonly TelemetryIssue[]): string {
  return issues.map((issue) => `  - ${issue.message}`).join('\n');
}
