import { fileURLToPath } from 'node:url';
// Bundles the zero-dependency packages with everything they export, and fails when one is larger than its budget, or
// when a file from outside the package gets into the bundle.
import { gzipSync } from 'node:zlib';

import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const budgets = { 'telemetry-config': 5 * 1024, 'telemetry-span-groups': 2 * 1024, 'telemetry-genai': 6 * 1024 };

let failed = false;
for (const [name, budget] of Object.entries(budgets)) {
  const result = await build({
    absWorkingDir: root,
    entryPoints: [`packages/${name}/src/index.ts`],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    metafile: true,
    write: false,
  });
  const bytes = gzipSync(result.outputFiles[0].contents, { level: 9 }).length;
  const outside = Object.keys(result.metafile.inputs).filter((input) => !input.startsWith(`packages/${name}/src/`));
  console.log(`@gym/${name}: ${bytes} bytes gzipped of ${budget}`);
  if (outside.length > 0) console.error(`@gym/${name} bundles ${outside.join(', ')} from outside the package`);
  if (bytes > budget) console.error(`@gym/${name} is ${bytes - budget} bytes over its budget`);
  failed ||= outside.length > 0 || bytes > budget;
}
process.exitCode = failed ? 1 : 0;
