import type { TelemetryFieldValue } from './telemetry-config.ts';
import type { TelemetryField } from './telemetry-fields.ts';

/** The outcome of checking one value: the typed value, or what was expected instead. */
export type FieldResult =
  | { readonly ok: true; readonly value: TelemetryFieldValue }
  | { readonly ok: false; readonly expected: string };

const booleanWords = new Map([
  ...['true', '1', 'yes', 'on'].map((word) => [word, true] as const),
  ...['false', '0', 'no', 'off'].map((word) => [word, false] as const),
]);
const numberText = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
// A host with an optional scheme, port and path: what the SDK can use, or repair. It is checked again, and repaired, there.
const endpointText = /^([a-z][a-z0-9+.-]*:\/\/)?[^\s/?#:]*(:[^\s/?#]*)?([/?#]\S*)?$/i;
const headerText = /^[^\s=,;]+\s*=\s*([^%,;]|%[0-9a-f]{2})*(;[^,]*)?$/i;

function parseBoolean(value: unknown): FieldResult {
  const word = typeof value === 'string' ? value.trim().toLowerCase() : value === 1 || value === 0 ? String(value) : '';
  const parsed = typeof value === 'boolean' ? value : booleanWords.get(word);
  return parsed === undefined
    ? { ok: false, expected: 'true or false (also 1/0, yes/no, on/off)' }
    : { ok: true, value: parsed };
}

function parseNumber(value: unknown, accepts: (n: number) => boolean, expected: string): FieldResult {
  const text = typeof value === 'string' && numberText.test(value.trim());
  const parsed = typeof value === 'number' ? value : text ? Number(value) : Number.NaN;
  return Number.isFinite(parsed) && accepts(parsed)
    ? { ok: true, value: parsed === 0 ? 0 : parsed } // no -0: it would not survive the environment
    : { ok: false, expected };
}

function parseList(value: unknown): FieldResult {
  const names = Array.isArray(value) ? value : typeof value === 'string' ? [value] : [];
  const kept = names.every((name) => typeof name === 'string')
    ? names.flatMap((name: string) => name.split(',')).flatMap((name) => name.trim().toLowerCase() || [])
    : [];
  return kept.length > 0
    ? { ok: true, value: kept.join(',') }
    : { ok: false, expected: 'a comma list or an array of names' };
}

function parseText(value: unknown, expected: string, accepts: (text: string) => boolean): FieldResult {
  const text = typeof value === 'string' ? value.trim() : '';
  return text !== '' && accepts(text) ? { ok: true, value: text } : { ok: false, expected };
}

/**
 * Checks one given value of a field, from YAML, code or an environment variable's text.
 *
 * Text is trimmed; booleans, numbers and enum words are understood in text, in any case. `null` and blank text are
 * "not given" and must be handled by the caller.
 */
export function parseFieldValue(field: TelemetryField, value: unknown): FieldResult {
  const { kind } = field;
  switch (kind.type) {
    case 'boolean':
      return parseBoolean(value);
    case 'list':
      return parseList(value);
    case 'string':
      return parseText(value, 'a non-empty string', () => true);
    case 'url':
      return parseText(value, 'a URL such as http://localhost:4317', (text) => text !== '/' && endpointText.test(text));
    case 'headers':
      return parseText(value, 'a list k=v,k=v with percent-encoded values', (text) =>
        text.split(',').every((pair) => pair.trim() === '' || headerText.test(pair.trim())),
      );
    case 'enum': {
      const word = typeof value === 'string' ? value.trim().toLowerCase() : '';
      return kind.words.includes(word)
        ? { ok: true, value: word }
        : { ok: false, expected: `one of ${kind.words.join(', ')}` };
    }
    case 'integer':
      return parseNumber(
        value,
        (n) => Number.isSafeInteger(n) && n >= kind.minimum,
        `an integer of at least ${kind.minimum}`,
      );
    case 'number': {
      const { minimum = -Infinity, maximum = Infinity, above = -Infinity } = kind;
      return parseNumber(
        value,
        (n) => n >= minimum && n <= maximum && n > above,
        kind.above === undefined ? `a number from ${minimum} to ${maximum}` : `a number above ${above}`,
      );
    }
  }
}
