import { isRecord } from '../shapes/read-items.ts';
import { nearestName } from './nearest-name.ts';
import type { Setting, SettingTable } from './setting-table.ts';

/** Collects what is wrong with a configuration, so that all of it can be told at once. */
export interface Findings {
  readonly errors: string[];
  readonly warnings: string[];
}

/** Checked values by their key in the file; a reference is the name of another server. */
export type Settings = Readonly<Record<string, string | number>>;

function show(value: unknown, setting: Setting): string {
  if (setting.secret) return '(hidden)';
  return value === undefined ? 'nothing' : JSON.stringify(value).slice(0, 60);
}

function expectationOf(setting: Setting): string {
  if (setting.kind === 'reference') return 'a reference { type, name }';
  if (setting.kind === 'word') return `one of ${setting.words!.join(', ')}`;
  if (setting.kind === 'text') return 'a text';
  const noun = setting.kind === 'integer' ? 'an integer' : 'a number';
  return setting.max === undefined
    ? `${noun} of at least ${setting.min}`
    : `${noun} from ${setting.min} to ${setting.max}`;
}

function readValue(given: unknown, setting: Setting): string | number | undefined {
  const value = given ?? setting.fallback;
  switch (setting.kind) {
    case 'reference':
      return isRecord(value) && typeof value['name'] === 'string' ? value['name'] : undefined;
    case 'word':
      return typeof value === 'string' && setting.words!.includes(value) ? value : undefined;
    case 'text':
      return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
    default: {
      // A value out of the environment is text.
      const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
      if (typeof number !== 'number' || !Number.isFinite(number)) return undefined;
      if (setting.kind === 'integer' && !Number.isInteger(number)) return undefined;
      return number >= (setting.min ?? -Infinity) && number <= (setting.max ?? Infinity) ? number : undefined;
    }
  }
}

/** Reads one block of settings by its table: unknown keys are warnings, values that do not fit are errors. */
export function readSettings(block: unknown, table: SettingTable, path: string, findings: Findings): Settings {
  const given = block ?? {};
  if (!isRecord(given)) {
    findings.errors.push(`${path}: expected a mapping, received ${JSON.stringify(block)}`);
    return {};
  }
  for (const key of Object.keys(given)) {
    if (Object.hasOwn(table, key)) continue;
    const near = nearestName(key, Object.keys(table));
    findings.warnings.push(`${path}.${key}: unknown key, ignored${near ? `; did you mean ${near}?` : ''}`);
  }
  const entries = Object.entries(table).flatMap(([key, setting]) => {
    const value = readValue(given[key], setting);
    if (value !== undefined) return [[key, value] as const];
    const received = show(given[key], setting);
    findings.errors.push(`${path}.${key}: expected ${expectationOf(setting)}, received ${received}`);
    return [];
  });
  return Object.fromEntries(entries);
}
