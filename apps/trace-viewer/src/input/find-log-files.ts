import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { ViewerError } from '../viewer-error.ts';

const logName = /\.(log|jsonl?|ndjson|txt)$/i;

/**
 * The files behind some paths: a file as it is, of a folder its `.log`, `.json`, `.jsonl`, `.ndjson` and `.txt` files (not
 * deeper), of a pattern with `*` or `?` what matches, `**` any folders. Each file once, in the order given. Throws when
 * a path leads to nothing.
 */
export function findLogFiles(paths: readonly string[]): readonly string[] {
  return [...new Set(paths.flatMap(filesAt))];
}

function filesAt(path: string): readonly string[] {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory() === true) {
    const files = readdirSync(path, { withFileTypes: true }).filter(
      (entry) => !entry.isDirectory() && logName.test(entry.name),
    );
    if (files.length > 0) return files.map(({ name }) => join(path, name)).sort();
    throw new ViewerError(
      `${path}: the folder has no .log, .json, .jsonl, .ndjson or .txt file; name the files or the run's folder`,
    );
  }
  if (found !== undefined) return [path];
  const matches = /[*?]/.test(path) ? expandPattern(path) : [];
  if (matches.length > 0) return matches;
  throw new ViewerError(`${path}: no such file or folder; give the logs of a run, such as runs/<run>/*.log`);
}

function expandPattern(pattern: string): readonly string[] {
  const parts = pattern.split('/');
  const fixed = parts.findIndex((part) => /[*?]/.test(part));
  const folder = parts.slice(0, fixed).join('/') || (pattern.startsWith('/') ? '/' : '.');
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
  const rest = parts.slice(fixed);
  const matcher = toRegExp(rest.join('/'));
  const isDeep = rest.length > 1;
  return readdirSync(folder, { recursive: isDeep, encoding: 'utf8' })
    .filter((name) => matcher.test(name))
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile())
    .sort();
}

function toRegExp(pattern: string): RegExp {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, String.raw`\$&`)
    .replace(
      /\*\*\/|\*\*|\*|\?/g,
      (wild) => ({ '**/': '(?:.*/)?', '**': '.*', '*': '[^/]*', '?': '[^/]' })[wild] ?? wild,
    );
  return new RegExp(`^${source}$`);
}
