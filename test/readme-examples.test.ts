import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { describe, expect, test } from '@jest/globals';

const root = new URL('../', import.meta.url);
const loader = new URL('scripts/ts-loader.mjs', root).href;

/** The first TypeScript block of a README, and what it prints: the comments behind its `console.log` lines. */
function firstExample(readme: URL): { readonly code: string; readonly printed: readonly string[] } {
  const code = /```ts\n(.*?)```/s.exec(readFileSync(readme, 'utf8'))?.[1] ?? '';
  return { code, printed: [...code.matchAll(/^console\.log\(.*\); \/\/ (.*)$/gm)].map(([, output]) => output!) };
}

const packages = readdirSync(new URL('packages/', root)).filter((name) =>
  existsSync(new URL(`packages/${name}/src`, root)),
);

describe.each(packages)('the first example of the README of %s', (name) => {
  const folder = new URL(`packages/${name}/`, root);
  const { code, printed } = firstExample(new URL('README.md', folder));

  test('has at most 15 lines and says what it prints', () => {
    expect(code.trim().split('\n').length).toBeLessThanOrEqual(15);
    expect(printed).not.toEqual([]);
  });

  test('prints what its comments say', async () => {
    const file = new URL(`readme-example-${process.pid}.ts`, folder);
    await writeFile(file, code);
    try {
      const args = ['--import', loader, '--conditions=@gym/source', fileURLToPath(file)];
      const { stdout } = await promisify(execFile)(process.execPath, args, { env: { PATH: process.env['PATH'] } });
      expect(stdout.trim().split('\n')).toEqual(printed);
    } finally {
      await rm(file);
    }
  });
});
