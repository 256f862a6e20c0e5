import { writeFileSync } from 'node:fs';

import { analyzeSpans, runIdOf } from '@gym/trace-analysis';
import type { SpanAnalysis } from '@gym/trace-analysis';

import { readLogs } from '../input/read-logs.ts';
import { htmlReport } from '../report/html-report.ts';
import { printSummary } from '../report/terminal-summary.ts';
import { terminalWaterfall } from '../report/terminal-waterfall.ts';
import { ViewerError } from '../viewer-error.ts';
import type { Terminal } from './terminal.ts';

/** Options of `gym-trace report`. */
export interface ReportOptions {
  readonly run?: string | undefined;
  /** File for the HTML report. */
  readonly html?: string | undefined;
  readonly slowest: number;
  /** Lines of a waterfall. */
  readonly rows: number;
  /** Draw only this rollout. */
  readonly rollout?: string | undefined;
}

/** Prints the summary of some logs, or one rollout's waterfall; writes the HTML report when asked to. */
export function report(logs: readonly string[], options: ReportOptions, terminal: Terminal): void {
  const spans = readLogs(logs, terminal, options);
  const analysis = analyzeSpans(spans);
  if (analysis.rollouts.length === 0)
    throw new ViewerError(
      `no rollout in ${spans.length} spans; they carry nemo.gym.rollout.id or are called gym.rollout: is the span group "rollout" on?`,
      1,
    );
  if (options.rollout === undefined)
    printSummary(analysis, { slowest: options.slowest, maxRows: options.rows }, terminal);
  else printRollout(options.rollout, options.rows, { analysis, terminal });
  if (options.html === undefined) return;
  const runs = [...new Set(spans.map((span) => runIdOf(span) ?? ''))].filter((run) => run !== '');
  const title = runs.length === 1 ? `Run ${runs[0]}` : `${runs.length} runs`;
  writeFileSync(options.html, htmlReport(analysis, { title, slowest: Math.max(10, options.slowest) }));
  terminal.line(`\nwrote ${options.html}`);
}

interface Printing {
  readonly analysis: SpanAnalysis;
  readonly terminal: Terminal;
}

function printRollout(id: string, maxRows: number, { analysis, terminal }: Printing): void {
  const found = analysis.rollouts.filter((rollout) => rollout.id === id || rollout.trace.traceId === id);
  if (found.length === 0) {
    const some = analysis.rollouts.slice(0, 5).map((rollout) => rollout.id);
    throw new ViewerError(
      `no rollout ${id}; the logs have ${some.join(', ')}${analysis.rollouts.length > 5 ? ', ...' : ''}`,
    );
  }
  for (const rollout of found) {
    terminal.line(terminal.paint.dim(`trace ${rollout.trace.traceId}; # is the critical path`));
    for (const text of terminalWaterfall(rollout, { columns: terminal.columns, maxRows })) terminal.line(text);
  }
}
