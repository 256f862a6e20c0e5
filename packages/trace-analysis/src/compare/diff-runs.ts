import type { AnalyzedRollout } from '../analyze-spans.ts';
import { ascending } from '../fleet/percentile.ts';
import { createRandom } from './create-random.ts';
import type { RunMetric } from './run-metrics.ts';
import { runMetrics } from './run-metrics.ts';
import type { Statistic, Weights } from './sample.ts';
import { drawWeights, statisticOf } from './sample.ts';
import type { SpanShape } from './span-shapes.ts';
import { shapesOnlyIn } from './span-shapes.ts';

/** One number of two runs. */
export interface MetricDiff {
  /** `rollout p95`, `span: world_tools gym.verify p50`, `tool failures: search mean`. */
  readonly name: string;
  readonly unit: RunMetric['unit'];
  readonly before: number;
  readonly after: number;
  /** After against before: relative (0.38 is 38 % more), for rates the difference. */
  readonly change: number;
  /** Confidence interval of `change`. */
  readonly low: number;
  readonly high: number;
  /** The whole interval is beyond the threshold. */
  readonly isWorse: boolean;
  readonly isBetter: boolean;
}

/** What differs between two runs. */
export interface RunDiff {
  readonly metrics: readonly MetricDiff[];
  readonly newShapes: readonly SpanShape[];
  readonly vanishedShapes: readonly SpanShape[];
  /** For CI: `inconclusive` when a run has too few rollouts to tell. */
  readonly verdict: 'pass' | 'fail' | 'inconclusive';
  /** Why it is not `pass`, one sentence each. */
  readonly reasons: readonly string[];
}

/** How to compare. */
export interface DiffOptions {
  /** Default 1. */
  readonly seed?: number | undefined;
  /** Bootstrap resamples (default 400). */
  readonly resamples?: number | undefined;
  /** Confidence of the intervals (default 0.95). */
  readonly confidence?: number | undefined;
  /** Rise that is tolerated, relative (default 0.1). */
  readonly maxRise?: number | undefined;
  /** Rise of a failure rate that is tolerated, absolute (default 0.02). */
  readonly maxRateRise?: number | undefined;
  /** Fewest rollouts in each run for a verdict (default 10). */
  readonly minRollouts?: number | undefined;
}

type Resolved = { readonly [Key in keyof DiffOptions]-?: number };

const maxRollouts = 2000;

/**
 * Compares two runs as populations. Confidence intervals come from a bootstrap over whole rollouts (their spans are not
 * independent) with a seed: the same input gives the same answer. Of more than 2000 rollouts every n-th is taken.
 *
 * `fail`: a watched metric (rollout and span durations, failure rates) rose beyond what is tolerated with all of its interval,
 * or a span shape that at least 80 % of the rollouts had is gone.
 */
export function diffRuns(
  before: readonly AnalyzedRollout[],
  after: readonly AnalyzedRollout[],
  options: DiffOptions = {},
): RunDiff {
  const { seed = 1, resamples = 400, confidence = 0.95, maxRise = 0.1, maxRateRise = 0.02, minRollouts = 10 } = options;
  const resolved = { seed, resamples, confidence, maxRise, maxRateRise, minRollouts };
  const newShapes = shapesOnlyIn(after, before);
  const vanishedShapes = shapesOnlyIn(before, after);
  if (Math.min(before.length, after.length) < minRollouts) {
    const reason = `${before.length} and ${after.length} rollouts are too few to compare: at least ${minRollouts} in each run`;
    return { metrics: [], newShapes, vanishedShapes, verdict: 'inconclusive', reasons: [reason] };
  }
  const diffs = compareMetrics(thin(before), thin(after), resolved);
  const worse = diffs.filter(({ diff, isWatched }) => isWatched && diff.isWorse).map(({ diff }) => describe(diff));
  const gone = vanishedShapes
    .filter(({ share }) => share >= 0.8)
    .map(({ shape, share }) => `${shape} is gone; ${percent(share)} of the rollouts had it`);
  const reasons = [...worse, ...gone];
  const verdict = reasons.length > 0 ? 'fail' : 'pass';
  return { metrics: diffs.map(({ diff }) => diff), newShapes, vanishedShapes, verdict, reasons };
}

interface Watched {
  readonly diff: MetricDiff;
  readonly isWatched: boolean;
}

function compareMetrics(
  before: readonly AnalyzedRollout[],
  after: readonly AnalyzedRollout[],
  options: Resolved,
): Watched[] {
  const random = createRandom(options.seed);
  const weights = [before, after].map(({ length }) => drawWeights(length, options.resamples, random));
  const afterMetrics = runMetrics(after);
  const diffs: Watched[] = [];
  for (const [name, metric] of runMetrics(before)) {
    const other = afterMetrics.get(name);
    if (other === undefined) continue;
    const count = Math.min(metric.sample.values.length, other.sample.values.length);
    for (const { name: statisticName, statistic, minCount } of metric.statistics) {
      if (count < minCount) continue;
      const diff = diffMetric(metric, other, { statistic, weights, options });
      if (diff !== undefined)
        diffs.push({ diff: { ...diff, name: `${name} ${statisticName}` }, isWatched: metric.isWatched });
    }
  }
  return diffs;
}

interface Comparison {
  readonly statistic: Statistic;
  readonly weights: readonly (readonly Weights[])[];
  readonly options: Resolved;
}

function diffMetric(a: RunMetric, b: RunMetric, { statistic, weights, options }: Comparison): MetricDiff | undefined {
  const { unit, name } = a;
  const before = statisticOf(a.sample, statistic) ?? 0;
  const after = statisticOf(b.sample, statistic) ?? 0;
  const changeOf = (from: number, to: number): number => (unit === 'rate' ? to - from : to / from - 1);
  if (unit !== 'rate' && before <= 0) return undefined;
  const changes: number[] = [];
  for (let at = 0; at < options.resamples; at += 1) {
    const from = statisticOf(a.sample, statistic, weights[0]![at]);
    const to = statisticOf(b.sample, statistic, weights[1]![at]);
    if (from !== undefined && to !== undefined && (unit === 'rate' || from > 0)) changes.push(changeOf(from, to));
  }
  const sorted = ascending(changes);
  const tail = Math.floor(((1 - options.confidence) / 2) * sorted.length);
  const low = sorted[tail] ?? 0;
  const high = sorted[sorted.length - 1 - tail] ?? 0;
  const limit = unit === 'rate' ? options.maxRateRise : options.maxRise;
  return {
    name,
    unit,
    before,
    after,
    change: changeOf(before, after),
    low,
    high,
    isWorse: low > limit,
    isBetter: high < -limit,
  };
}

function describe({ name, unit, before, after, change, low, high }: MetricDiff): string {
  const format = (value: number): string => (unit === 'rate' ? percent(value) : `${value.toPrecision(3)} ${unit}`);
  const points = unit === 'rate' ? ' points' : '';
  const interval = `interval ${signed(low)} to ${signed(high)}`;
  return `${name}: ${signed(change)}${points} (${format(before)} to ${format(after)}, ${interval})`;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(share > -0.1 && share < 0.1 ? 1 : 0)} %`;
}

function signed(share: number): string {
  return `${share > 0 ? '+' : ''}${percent(share)}`;
}

function thin(rollouts: readonly AnalyzedRollout[]): readonly AnalyzedRollout[] {
  const step = Math.ceil(rollouts.length / maxRollouts);
  return step <= 1 ? rollouts : rollouts.filter((_, at) => at % step === 0);
}
