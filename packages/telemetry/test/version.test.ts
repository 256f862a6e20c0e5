import { readFileSync } from 'node:fs';

import { expect, test } from '@jest/globals';

import { version } from '../src/version.ts';

test('the version constant is the one of package.json', () => {
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string };
  expect(version).toBe(manifest.version);
});
