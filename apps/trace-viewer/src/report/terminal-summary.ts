import { categories, explainStragglers, fleetReport, groupLens } from '@gym/trace-analysis';
import type { FleetReport, SpanAnalysis } from '@gym/trace-analysis';

import type { Terminal } from '../cli/terminal.ts';
import { categoryTitle } from './category-title.ts';
import { formatDuration, formatMs, formatShare } from './format-duration.ts';
import { formatTable } from './format-table.ts';
import { plainText } from './plain-text.ts';
import { terminalWaterfall } from './terminal-waterfall.ts';

/** How much to print. */
export interface SummaryOptions {
  /** Slowest rollouts that are explained. */
  readonly slowest: number;
  /** How many of them are drawn (default all). */
  readonly drawn?: number | undefined;
  /** Lines of a waterfall. */
  readonly maxRows: number;
}

/** Prints a run for people: numbers, where the time went, spans, calls, tasks, and the slowest rollouts with cause and waterfall. */
export function printSummary(analysis: SpanAnalysis, options: SummaryOptions, terminal: Terminal): void {
  const report = fleetReport(analysis.rollouts);
  const { paint, line } = terminal;
  for (const text of totals(report)) line(text);
  printTimeShares(report, terminal);
  line(`\n${paint.bold('Spans')}`);
  for (const text of spanRows(report)) line(text);
  line(`\n${paint.bold('Models, tools and verifiers')}`);
  for (const text of callRows(report)) line(text);
  const waited = groupRows(analysis);
  if (waited.length > 0) line(`\n${paint.bold('Tasks that waited longest for one attempt')}`);
  for (const text of waited) line(text);
  printSlowest(analysis, options, terminal);
}

/** Prints where the time of a run's rollouts went: a line and a bar for each kind of wait. */
export function printTimeShares(report: FleetReport, { paint, columns, line }: Terminal): void {
  line(`\n${paint.bold('Where rollout time went')}`);
  for (const text of shares(report, columns)) line(text);
}

/** Prints the slowest rollouts of a run, each with its cause in a sentence and its waterfall. */
export function printSlowest({ rollouts }: SpanAnalysis, options: SummaryOptions, terminal: Terminal): void {
  const { slowest, drawn = slowest, maxRows } = options;
  const { columns, line, paint } = terminal;
  for (const [index, { rollout, explanation }] of explainStragglers(rollouts, { limit: slowest, share: 1 }).entries()) {
    line(`\n${paint.bold(plainText(explanation))}`);
    line(paint.dim(`trace ${rollout.trace.traceId}${index < drawn ? '; # is the critical path' : ''}`));
    if (index < drawn) for (const text of terminalWaterfall(rollout, { columns, maxRows })) line(text);
  }
}

function totals({ rollouts, wallMs, rolloutsPerMinute, meanConcurrency, tokens, evidence }: FleetReport): string[] {
  const { count, failed, p50Ms, p95Ms, p99Ms, maxMs } = rollouts;
  return [
    `rollouts    ${count}, ${failed} failed, in ${formatMs(wallMs)}: ${rolloutsPerMinute.toFixed(1)} per minute`,
    `duration    p50 ${formatMs(p50Ms)}, p95 ${formatMs(p95Ms)}, p99 ${formatMs(p99Ms)}, longest ${formatMs(maxMs)}`,
    `in flight   ${meanConcurrency.toFixed(1)} on average`,
    `tokens      ${tokens.input} in, ${tokens.output} out, ${tokens.outputPerSecond.toFixed(1)} out per second`,
    `evidence    ${formatShare(evidence)} of what should be there`,
  ];
}

function shares({ shares: parts }: FleetReport, columns: number): string[] {
  return categories
    .filter((category) => parts[category] > 0)
    .map((category) => {
      const share = parts[category] / 10_000;
      const bar = '#'.repeat(Math.round(share * (columns - 28)));
      return `${categoryTitle(category).padEnd(14)} ${formatShare(share).padStart(8)}  ${bar}`.trimEnd();
    });
}

function spanRows({ spans }: FleetReport): string[] {
  const rows = spans
    .slice(0, 12)
    .map(({ server, name, count, errors, p50Ms, p95Ms, p99Ms }) => [
      server,
      name,
      String(count),
      String(errors),
      formatMs(p50Ms),
      formatMs(p95Ms),
      formatMs(p99Ms),
    ]);
  return formatTable([['server', 'span', 'count', 'errors', 'p50', 'p95', 'p99'], ...rows], [0, 1]);
}

function callRows({ calls }: FleetReport): string[] {
  if (calls.length === 0) return ['none seen'];
  const rows = calls.map(({ kind, name, count, failureRate, retryRate, p50Ms, p95Ms }) => [
    kind,
    name,
    String(count),
    formatShare(failureRate),
    retryRate.toFixed(2),
    formatMs(p50Ms),
    formatMs(p95Ms),
  ]);
  return formatTable([['kind', 'name', 'calls', 'failed', 'retries per call', 'p50', 'p95'], ...rows], [0, 1]);
}

function groupRows({ rollouts }: SpanAnalysis): string[] {
  const rows = groupLens(rollouts)
    .slice(0, 3)
    .flatMap(({ attempts, task, waitedFor }) =>
      waitedFor === undefined
        ? []
        : [[task, String(attempts.length), waitedFor.rollout.id, formatDuration(waitedFor.aloneNs)]],
    );
  return rows.length === 0 ? [] : formatTable([['task', 'attempts', 'waited for', 'alone for'], ...rows], [0]);
}
