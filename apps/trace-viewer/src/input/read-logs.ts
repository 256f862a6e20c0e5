import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';

import { readSpans, runIdOf } from '@gym/trace-analysis';
import type { SpanRecord } from '@gym/trace-analysis';

import type { Terminal } from '../cli/terminal.ts';
import { ViewerError } from '../viewer-error.ts';
import { findLogFiles } from './find-log-files.ts';

/** Beyond this a file does not fit one JavaScript string. */
const maxFileBytes = 500_000_000;

/** What to read of the logs. */
export interface ReadLogsOptions {
  /** Only spans of this run. */
  readonly run?: string | undefined;
}

/**
 * Reads all spans of some logs (console lines, OTLP JSON); lines that cannot be read are counted on `warn`. Throws a
 * {@link ViewerError} when there is no file or no span.
 */
export function readLogs(
  paths: readonly string[],
  terminal: Terminal,
  options: ReadLogsOptions = {},
): readonly SpanRecord[] {
  const files = findLogFiles(paths);
  const spans = files.flatMap((file) => readFile(file, terminal));
  if (spans.length === 0)
    throw new ViewerError(
      `no spans in ${files.length} files; console telemetry comes with NEMO_GYM_OTEL_ENABLED=1 and NEMO_GYM_OTEL_EXPORTER=console`,
    );
  if (options.run === undefined) return spans;
  const chosen = spans.filter((span) => runIdOf(span) === options.run);
  if (chosen.length > 0) return chosen;
  const known = [...new Set(spans.map((span) => runIdOf(span) ?? '(none)'))].slice(0, 10).join(', ');
  throw new ViewerError(`no spans of run ${options.run}; the logs have ${known}`);
}

function readFile(file: string, terminal: Terminal): readonly SpanRecord[] {
  if (statSync(file).size > maxFileBytes)
    throw new ViewerError(`${file}: larger than 500 MB; split it by lines first: split -C 400M ${basename(file)}`);
  const { spans, problems } = readSpans(readText(file));
  const [first] = problems;
  if (first !== undefined)
    terminal.warn(`${file}: ${problems.length} lines could not be read; line ${first.line}: ${first.message}`);
  return spans;
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new ViewerError(`${file}: cannot be read (${(cause as Error).message})`, 2, { cause });
  }
}
