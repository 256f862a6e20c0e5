import { readFileSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';

import { transformSync } from '@swc/core';

/**
 * Runs TypeScript sources without a build, `using` included, on every supported Node (20 has no type stripping):
 * `node --import ./scripts/ts-loader.mjs --conditions=@gym/source file.ts`. Keeps nothing on disk.
 */
export function load(url, context, nextLoad) {
  if (!url.startsWith('file:') || !new URL(url).pathname.endsWith('.ts')) return nextLoad(url, context);
  const filename = fileURLToPath(url);
  const { code } = transformSync(readFileSync(filename, 'utf8'), {
    filename,
    configFile: false,
    swcrc: false,
    sourceMaps: 'inline',
    jsc: { parser: { syntax: 'typescript', explicitResourceManagement: true }, target: 'es2022' },
    module: { type: 'es6' },
  });
  return { format: 'module', source: code, shortCircuit: true };
}

// Node 20 runs hooks in a thread of their own, which imports this very file: the mark keeps it from registering twice.
const inHooksThread = new URL(import.meta.url).searchParams.has('hooks');
if (!inHooksThread) {
  if (typeof module.registerHooks === 'function') module.registerHooks({ load });
  else module.register(`${import.meta.url}?hooks`);
}
