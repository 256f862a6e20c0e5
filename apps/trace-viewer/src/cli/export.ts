import { writeFileSync } from 'node:fs';

import { analyzeSpans, toChromeTrace, toOtlpJson, toSpeedscope } from '@gym/trace-analysis';
import type { SpanRecord } from '@gym/trace-analysis';

import { readLogs } from '../input/read-logs.ts';
import { writeParquet } from '../store/write-parquet.ts';
import type { exportFormats } from './export-formats.ts';
import type { Terminal } from './terminal.ts';

/** Options of `gym-trace export`. */
export interface ExportOptions {
  readonly run?: string | undefined;
  readonly format: (typeof exportFormats)[number];
  /** The file to write. */
  readonly output: string;
}

/** Spans per line of OTLP JSON. */
const lineSpans = 1000;

/** Writes the spans of some logs as a file for another tool. */
export async function exportSpans(logs: readonly string[], options: ExportOptions, terminal: Terminal): Promise<void> {
  const spans = readLogs(logs, terminal, options);
  const { format, output } = options;
  if (format === 'parquet') await writeParquet(spans, output);
  else writeFileSync(output, textOf(spans, format));
  terminal.line(`wrote ${spans.length} spans to ${output}`);
}

function textOf(spans: readonly SpanRecord[], format: 'otlp' | 'chrome' | 'speedscope'): string {
  if (format === 'chrome') return toChromeTrace(analyzeSpans(spans).traces);
  if (format === 'speedscope') return toSpeedscope(analyzeSpans(spans).rollouts);
  const lines: string[] = [];
  for (let at = 0; at < spans.length; at += lineSpans) lines.push(`${toOtlpJson(spans.slice(at, at + lineSpans))}\n`);
  return lines.join('');
}
