import { describeReceived } from './describe-received.ts';
import { nearestName } from './nearest-name.ts';
import { parseFieldValue } from './parse-field-value.ts';
import type { TelemetryFieldPath, TelemetryFieldValue } from './telemetry-config.ts';
import { telemetryFields, type TelemetryField } from './telemetry-fields.ts';
import type { TelemetryIssue } from './telemetry-issue.ts';

/** The values a block gives, by field path, and all that was found on the way. */
export interface CheckedFields {
  readonly given: ReadonlyMap<TelemetryFieldPath, TelemetryFieldValue>;
  readonly issues: readonly TelemetryIssue[];
}

/** How the keys of a mapping name the fields: `wire` is snake_case with aliases, `code` is camelCase. */
export type KeyStyle = 'wire' | 'code';

interface FlatEntry {
  readonly key: string;
  readonly value: unknown;
}

function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function keysOf(field: TelemetryField, style: KeyStyle): readonly string[] {
  return style === 'code' ? [field.path] : [field.wireKey, ...(field.wireAliases ?? [])];
}

/** Blank text is "not given" where a field may be unset, so that an empty `${oc.env:NAME,}` means nothing was set. */
function isGiven(field: TelemetryField, value: unknown): boolean {
  const mayBeUnset = field.defaultValue === undefined;
  return value !== undefined && value !== null && !(mayBeUnset && typeof value === 'string' && value.trim() === '');
}

/**
 * Checks a mapping against the field table and reports every problem at once.
 *
 * Unknown keys are warnings with the nearest known key; two spellings of one switch with different values are an error.
 * `source` names where the mapping came from in messages.
 */
export function checkFields(block: unknown, style: KeyStyle, source: string): CheckedFields {
  const given = new Map<TelemetryFieldPath, TelemetryFieldValue>();
  const issues: TelemetryIssue[] = [];
  const report = (
    severity: TelemetryIssue['severity'],
    path: string,
    expected: string,
    received: string,
    then = '',
  ): void => {
    const message = `${path}: expected ${expected}, received ${received}${then}`;
    issues.push({ severity, path, source, expected, received, message });
  };
  if (block === undefined || block === null) return { given, issues };
  if (!isMapping(block)) {
    const received = Array.isArray(block) ? 'a list' : `a ${typeof block}`;
    report(
      'error',
      'telemetry',
      'a mapping of settings',
      received,
      '; write "enabled: true" below it to turn telemetry on',
    );
    return { given, issues };
  }

  const entries = new Map<string, FlatEntry>();
  const knownKeys = telemetryFields.flatMap((field) => keysOf(field, style));
  const sections = new Set(knownKeys.flatMap((key) => (key.includes('.') ? key.slice(0, key.indexOf('.')) : [])));
  for (const [key, value] of Object.entries(block)) {
    if (!sections.has(key)) entries.set(key, { key, value });
    else if (isMapping(value))
      for (const name of Object.keys(value)) entries.set(`${key}.${name}`, { key, value: value[name] });
    else if (value !== undefined && value !== null)
      report('error', key, 'a mapping', Array.isArray(value) ? 'a list' : `a ${typeof value}`);
  }

  for (const field of telemetryFields) {
    let first: { readonly key: string; readonly value: TelemetryFieldValue } | undefined;
    for (const key of keysOf(field, style)) {
      const entry = entries.get(key);
      entries.delete(key);
      if (!entry || !isGiven(field, entry.value)) continue;
      const result = parseFieldValue(field, entry.value);
      if (!result.ok) report('error', key, result.expected, describeReceived(field, entry.value));
      else if (first === undefined) first = { key, value: result.value };
      else if (first.value !== result.value)
        report(
          'error',
          key,
          `the same value as ${first.key} (${String(first.value)})`,
          String(result.value),
          '; set only one of the two',
        );
    }
    if (first) given.set(field.path, first.value);
  }

  for (const key of entries.keys()) {
    const nearest = nearestName(key, knownKeys);
    report(
      'warning',
      key,
      'a known key',
      'an unknown one',
      nearest ? `; ignored, did you mean "${nearest}"?` : '; ignored',
    );
  }
  return { given, issues };
}
