/** Values of a population, ascending, each with the rollout (by index) that it comes from. */
export interface Sample {
  readonly values: readonly number[];
  readonly owners: readonly number[];
}

/** What is computed of a sample: a nearest-rank percentile (0 to 1), or the mean. */
export type Statistic = number | 'mean';

/** How often each rollout was drawn. */
export type Weights = Uint32Array;

/** Gathers a sample from the values of each rollout. */
export function makeSample(valuesByRollout: readonly (readonly number[])[]): Sample {
  const pairs = valuesByRollout.flatMap((values, owner) => values.map((value) => [value, owner] as const));
  pairs.sort((a, b) => a[0] - b[0]);
  return { values: pairs.map(([value]) => value), owners: pairs.map(([, owner]) => owner) };
}

/** Draws `count` rollouts with replacement, `resamples` times. */
export function drawWeights(count: number, resamples: number, random: () => number): Weights[] {
  return Array.from({ length: resamples }, () => {
    const weights = new Uint32Array(count);
    for (let drawn = 0; drawn < count; drawn += 1) weights[Math.floor(random() * count)]! += 1;
    return weights;
  });
}

/** A statistic of a sample, each value counted as often as its rollout was drawn; undefined when none was. */
export function statisticOf(sample: Sample, statistic: Statistic, weights?: Weights): number | undefined {
  const { values, owners } = sample;
  let [count, sum] = [0, 0];
  for (let at = 0; at < values.length; at += 1) {
    const weight = weights?.[owners[at]!] ?? 1;
    count += weight;
    sum += weight * values[at]!;
  }
  if (count === 0) return undefined;
  if (statistic === 'mean') return sum / count;
  let left = Math.max(1, Math.ceil(statistic * count));
  for (let at = 0; at < values.length; at += 1) {
    left -= weights?.[owners[at]!] ?? 1;
    if (left <= 0) return values[at];
  }
  return values.at(-1);
}
