// Bundles the web page into the folder given: index.html, app.js, app.css; nothing in it comes from another host.
import { copyFileSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { build } from 'esbuild';

const web = fileURLToPath(new URL('../web/', import.meta.url));
const outdir = resolve(process.argv[2] ?? 'dist/web');
mkdirSync(outdir, { recursive: true });
await build({
  absWorkingDir: web,
  entryPoints: { app: 'main.tsx' },
  outdir,
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2022',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  logLevel: 'warning',
});
copyFileSync(join(web, 'style.css'), join(outdir, 'app.css'));
copyFileSync(join(web, 'index.html'), join(outdir, 'index.html'));
