import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A file of the page with its type. */
export interface PageFile {
  readonly type: string;
  readonly body: Buffer;
}

const files: ReadonlyMap<string, readonly [file: string, type: string]> = new Map([
  ['/', ['index.html', 'text/html; charset=utf-8']],
  ['/app.js', ['app.js', 'text/javascript; charset=utf-8']],
  ['/app.css', ['app.css', 'text/css; charset=utf-8']],
]);

/** Reads one of the page's three files from `folder`; undefined for any other path. Rejects when it was not built. */
export async function readPageFile(path: string, folder: string): Promise<PageFile | undefined> {
  const known = files.get(path);
  return known === undefined ? undefined : { type: known[1], body: await readFile(join(folder, known[0])) };
}
