import type { AnalyzedRollout } from '../analyze-spans.ts';
import { spanLabel } from '../fleet/span-label.ts';
import { toMs } from '../fleet/span-stats.ts';
import { categories } from '../path/category.ts';
import type { Sample, Statistic } from './sample.ts';
import { makeSample } from './sample.ts';

/** What a metric is about, and whether a rise of it is bad. */
export interface RunMetric {
  readonly name: string;
  readonly unit: 'ms' | 'rate' | 'tokens';
  /** A change of it counts in the verdict. */
  readonly isWatched: boolean;
  readonly sample: Sample;
  readonly statistics: readonly { readonly name: string; readonly statistic: Statistic; readonly minCount: number }[];
}

const percentiles = [
  { name: 'p50', statistic: 0.5, minCount: 10 },
  { name: 'p95', statistic: 0.95, minCount: 40 },
  { name: 'p99', statistic: 0.99, minCount: 200 },
] as const;
const mean = [{ name: 'mean', statistic: 'mean', minCount: 10 }] as const;

/** The metrics that two runs are compared by, by name. */
export function runMetrics(rollouts: readonly AnalyzedRollout[]): Map<string, RunMetric> {
  const metrics = new Map<string, RunMetric>();
  const add = (metric: Omit<RunMetric, 'sample'>, values: (rollout: AnalyzedRollout) => readonly number[]): void => {
    metrics.set(metric.name, { ...metric, sample: makeSample(rollouts.map(values)) });
  };
  add({ name: 'rollout', unit: 'ms', isWatched: true, statistics: percentiles }, (rollout) => [
    toMs(rollout.durationNs),
  ]);
  add({ name: 'rollout failures', unit: 'rate', isWatched: true, statistics: mean }, ({ failed }) => [failed ? 1 : 0]);
  add({ name: 'output tokens', unit: 'tokens', isWatched: false, statistics: mean }, ({ tokens }) => [tokens.output]);
  for (const category of categories) {
    const metric = { name: `time: ${category}`, unit: 'ms', isWatched: false, statistics: mean } as const;
    add(metric, ({ path }) => [toMs(path.byCategory[category])]);
  }
  for (const [name, values] of byKey(rollouts, callFailures))
    metrics.set(name, { name, unit: 'rate', isWatched: true, statistics: mean, sample: makeSample(values) });
  for (const [name, values] of byKey(rollouts, spanDurations))
    metrics.set(name, { name, unit: 'ms', isWatched: true, statistics: percentiles, sample: makeSample(values) });
  return metrics;
}

type Entries = (rollout: AnalyzedRollout) => Iterable<readonly [string, number]>;

function* callFailures({ calls }: AnalyzedRollout): Generator<readonly [string, number]> {
  for (const { kind, name, failed } of calls) yield [`${kind} failures: ${name}`, failed ? 1 : 0];
}

function* spanDurations({ nodes }: AnalyzedRollout): Generator<readonly [string, number]> {
  for (const node of nodes) yield [`span: ${node.server} ${spanLabel(node)}`, toMs(node.endNs - node.startNs)];
}

function byKey(rollouts: readonly AnalyzedRollout[], entries: Entries): Map<string, number[][]> {
  const keys = new Map<string, number[][]>();
  for (const [at, rollout] of rollouts.entries()) {
    for (const [key, value] of entries(rollout)) {
      let values = keys.get(key);
      if (values === undefined) keys.set(key, (values = []));
      (values[at] ??= []).push(value);
    }
  }
  // Rollouts without the key are holes: filled, so that each index stays its rollout's.
  for (const values of keys.values()) {
    for (let at = 0; at < rollouts.length; at += 1) values[at] ??= [];
  }
  return keys;
}
