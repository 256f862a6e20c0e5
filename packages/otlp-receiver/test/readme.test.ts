import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { expect, test } from '@jest/globals';
import { build } from 'esbuild';

test('the first example of the README prints what its comment says', async () => {
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
  const example = /```ts\n(.*?)```/s.exec(readme)?.[1] ?? '';
  const expected = [...example.matchAll(/console\.log\(.*\/\/ (.*)/g)].map(([, output]) => output);
  expect(expected).toEqual(['hello SERVER']);
  const folder = await mkdtemp(join(tmpdir(), 'otlp-receiver-'));
  try {
    const file = join(folder, 'example.mjs');
    const resolveDir = fileURLToPath(new URL('..', import.meta.url));
    await build({
      stdin: { contents: example, loader: 'ts', resolveDir },
      bundle: true,
      platform: 'node',
      format: 'esm',
      conditions: ['@gym/source'],
      outfile: file,
      logLevel: 'silent',
    });
    const { stdout } = await promisify(execFile)(process.execPath, [file]);
    expect(stdout.trim().split('\n')).toEqual(expected);
  } finally {
    await rm(folder, { recursive: true });
  }
});
