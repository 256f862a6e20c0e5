import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { readSpans } from '@gym/trace-analysis';

import type { RunSpans } from './span-source.ts';

/** Reads the spans of all `*.log` files of a folder; other lines are a server's own output and left alone. */
export async function readRunLogs(folder: string): Promise<RunSpans> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.log')).sort();
  const logs = await Promise.all(
    names.map(async (name) => {
      const { spans, problems } = readSpans(await readFile(join(folder, name), 'utf8'));
      return { spans, problems: problems.map(({ line, message }) => `${name} line ${line}: ${message}`) };
    }),
  );
  return {
    spans: logs.flatMap(({ spans }) => spans),
    problems: logs.flatMap(({ problems }) => problems),
    dropped: 0,
  };
}
