// Makes the JavaScript of the packages: one module each (and one for each part that is loaded on demand) with its source
// map, beside the declarations that tsc makes. A start then reads a few files instead of a hundred, which halves its CPU.
// Without arguments all packages, else the folders given.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const all = readdirSync(join(root, 'packages')).map((name) => join(root, 'packages', name));
const given = process.argv.slice(2).map((folder) => resolve(folder));

for (const folder of given.length > 0 ? given : all) {
  if (!existsSync(join(folder, 'src/index.ts'))) continue;
  const dist = join(folder, 'dist');
  const stale = existsSync(dist) ? readdirSync(dist).filter((name) => /\.js(\.map)?$/.test(name)) : [];
  for (const name of stale) rmSync(join(dist, name));
  await build({
    absWorkingDir: folder,
    entryPoints: ['src/index.ts'],
    outdir: 'dist',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    packages: 'external',
    sourcemap: true,
    sourcesContent: false,
    chunkNames: '[name]-[hash]',
    logLevel: 'warning',
  });
}
