import { analyzeSpans, diffRuns } from '@gym/trace-analysis';
import type { MetricDiff, RunDiff } from '@gym/trace-analysis';

import { readLogs } from '../input/read-logs.ts';
import { formatMs } from '../report/format-duration.ts';
import { formatTable } from '../report/format-table.ts';
import { plainText } from '../report/plain-text.ts';
import type { Terminal } from './terminal.ts';

/** Options of `gym-trace diff`; what is not given is the analysis's default. */
export interface DiffCommandOptions {
  /** Tolerated rise of a duration, relative. */
  readonly maxRise?: number | undefined;
  readonly confidence?: number | undefined;
  readonly minRollouts?: number | undefined;
}

/** 0: no worse, 1: worse, 3: too few rollouts to tell. */
export type DiffExitCode = 0 | 1 | 3;

const exitCodes: Readonly<Record<RunDiff['verdict'], DiffExitCode>> = { pass: 0, fail: 1, inconclusive: 3 };

/** Compares two runs and prints what changed for certain; returns the exit code. */
export function diff(runs: readonly [string, string], options: DiffCommandOptions, terminal: Terminal): DiffExitCode {
  const [before, after] = runs.map((logs) => analyzeSpans(readLogs([logs], terminal)).rollouts);
  const result = diffRuns(before ?? [], after ?? [], options);
  const { paint, line } = terminal;
  line(`rollouts  ${before?.length ?? 0} before, ${after?.length ?? 0} after`);
  const changed = result.metrics.filter(({ isWorse, isBetter }) => isWorse || isBetter);
  if (changed.length > 0) for (const text of metricRows(changed)) line(text);
  else if (result.metrics.length > 0) line(`no certain change in ${result.metrics.length} metrics`);
  for (const { shape, share } of result.newShapes.slice(0, 10))
    line(`new   ${plainText(shape)} (${percent(share)} of rollouts)`);
  for (const { shape, share } of result.vanishedShapes.slice(0, 10))
    line(`gone  ${plainText(shape)} (${percent(share)} of rollouts)`);
  for (const reason of result.reasons) line(`${paint.bad(result.verdict)}  ${plainText(reason)}`);
  if (result.verdict === 'pass') line(paint.good('pass  not worse'));
  return exitCodes[result.verdict];
}

function metricRows(metrics: readonly MetricDiff[]): string[] {
  const rows = metrics.map(({ name, unit, before, after, change, low, high, isWorse }) => [
    isWorse ? 'worse' : 'better',
    name,
    value(before, unit),
    value(after, unit),
    signed(change),
    `${signed(low)} to ${signed(high)}`,
  ]);
  return formatTable([['', 'metric', 'before', 'after', 'change', 'interval'], ...rows], [0, 1]);
}

function value(amount: number, unit: MetricDiff['unit']): string {
  if (unit === 'rate') return percent(amount);
  return unit === 'ms' ? formatMs(amount) : `${amount.toPrecision(3)} ${unit}`;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

function signed(share: number): string {
  return `${share > 0 ? '+' : ''}${percent(share)}`;
}
