import type { TelemetryField } from './telemetry-fields.ts';

const longestShown = 80;

/**
 * A received value as a person should see it: quoted text, shortened at 80 characters; a secret is `(hidden)`, and the
 * user, password and query of a URL are left out.
 */
export function describeReceived(field: TelemetryField, value: unknown): string {
  if (field.secret) return '(hidden)';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'string') return typeof value === 'object' ? 'a mapping' : `a ${typeof value}`;
  const shown =
    field.kind.type === 'url' ? value.replace(/\/\/[^/]*@/, '//(hidden)@').replace(/\?.*$/s, '?(hidden)') : value;
  return JSON.stringify(shown.length > longestShown ? `${shown.slice(0, longestShown)}...` : shown);
}
