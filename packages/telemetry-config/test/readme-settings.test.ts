import { readFileSync } from 'node:fs';

import { telemetryFields, type TelemetryField } from '@gym/telemetry-config';
import { expect, test } from '@jest/globals';

/** What a field accepts, in the words of the README. */
function accepts({ kind }: TelemetryField): string {
  switch (kind.type) {
    case 'enum':
      return kind.words.map((word) => `\`${word}\``).join(' ');
    case 'list':
      return 'comma list or array';
    case 'url':
      return 'URL';
    case 'headers':
      return '`k=v,k=v`, percent-encoded; secret';
    case 'integer':
      return `integer >= ${kind.minimum}`;
    case 'number':
      return kind.above === undefined ? `number ${kind.minimum} to ${kind.maximum}` : `number > ${kind.above}`;
    default:
      return kind.type;
  }
}

/** One cell list for every row of the field table. */
function expectedRows(): string[][] {
  return (telemetryFields as readonly TelemetryField[]).map((field) => {
    const keys = [field.wireKey, ...(field.wireAliases ?? [])].map((key) => `\`${key}\``).join(' or ');
    const fallback = field.defaultValue === undefined ? 'unset' : `\`${field.defaultValue}\``;
    return [keys, accepts(field), fallback, `\`${field.variable}\``, field.description];
  });
}

test('the settings table of the README is the field table', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const lines = readme.slice(readme.indexOf('## Settings')).split('\n');
  const rows = lines
    .filter((line) => line.startsWith('| `'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  expect(rows).toEqual(expectedRows());
});
