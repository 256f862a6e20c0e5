// Holds the packages to their allowed edges: which @gym/* package may import which, and that a zero-dependency package
// has no dependency at all. Fails with one sentence for each edge that is not allowed.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Arrows point one way: a package may import the ones in its row, besides itself. */
const allowed = {
  '@gym/telemetry-config': [],
  '@gym/telemetry-span-groups': [],
  '@gym/telemetry-env': ['@gym/telemetry-config'],
  '@gym/telemetry-sdk': ['@gym/telemetry-config', '@gym/telemetry-env'],
  '@gym/telemetry': [
    '@gym/telemetry-config',
    '@gym/telemetry-env',
    '@gym/telemetry-genai',
    '@gym/telemetry-span-groups',
  ],
  '@gym/telemetry-undici': ['@gym/telemetry'],
  '@gym/telemetry-server': ['@gym/telemetry'],
  '@gym/telemetry-genai': [],
  '@gym/otlp-receiver': [],
  '@gym/telemetry-testing': ['@gym/telemetry', '@gym/telemetry-sdk', '@gym/otlp-receiver'],
  '@gym/trace-analysis': [],
  '@gym/trace-store': ['@gym/trace-analysis'],
};
const zeroDependency = new Set([
  '@gym/telemetry-config',
  '@gym/telemetry-span-groups',
  '@gym/telemetry-genai',
  '@gym/trace-analysis',
]);
/** The one place that reaches the SDK, by a dynamic import and the types of it. */
const sdkLoader = join('packages', 'telemetry', 'src', 'load-sdk.ts');
const sdkOwner = '@gym/telemetry-sdk';
const comments = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;
const imports = /^(?:import|export|\})[^'\n]* from '([^'.][^']*)'|^import '([^'.][^']*)'|\bimport\('([^'.][^']*)'\)/gm;

const problems = [];
for (const group of ['packages', 'apps']) {
  for (const name of readdirSync(join(root, group))) {
    const folder = join(group, name);
    if (existsSync(join(root, folder, 'package.json'))) checkPackage(folder, group === 'apps');
  }
}

function checkPackage(folder, isApp) {
  const manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  const declared = { ...manifest.dependencies, ...manifest.peerDependencies };
  const row = allowed[manifest.name];
  if (!isApp && !row)
    return problems.push(`${manifest.name} is not in the table of scripts/check-edges.mjs: add its row.`);
  if (zeroDependency.has(manifest.name) && Object.keys(declared).length > 0)
    problems.push(`${manifest.name} must have no dependency, but declares ${Object.keys(declared).join(', ')}.`);
  for (const file of readdirSync(join(root, folder, 'src'), { recursive: true }).filter((path) =>
    path.endsWith('.ts'),
  )) {
    const path = join(folder, 'src', file);
    const code = readFileSync(join(root, path), 'utf8').replace(comments, '');
    for (const [, from, bare, dynamic] of code.matchAll(imports)) {
      const specifier = from ?? bare ?? dynamic;
      const parts = specifier.split('/');
      const imported = specifier.startsWith('@') ? parts.slice(0, 2).join('/') : parts[0];
      if (imported.startsWith('node:') || imported === manifest.name || (path === sdkLoader && imported === sdkOwner))
        continue;
      if (!Object.hasOwn(declared, imported))
        problems.push(`${path} imports ${imported}, which ${manifest.name} does not declare.`);
      else if (!isApp && imported.startsWith('@gym/') && !row.includes(imported))
        problems.push(
          `${path} imports ${imported}: ${manifest.name} may import only ${row.join(', ') || 'no package of ours'}.`,
        );
      if (/^@opentelemetry\/(sdk-|exporter-)/.test(imported) && !isApp && manifest.name !== sdkOwner)
        problems.push(`${path} imports ${imported}: only ${sdkOwner} may know the OpenTelemetry SDK.`);
    }
  }
}

if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(1);
}
console.log('package edges: ok');
