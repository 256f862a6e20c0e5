import type { VariantCost } from './alternate-slices.ts';

/** Prints what variants cost; the first is the baseline, unless `baselineOf` names another for one. */
export function printVariantCosts(
  title: string,
  costs: readonly VariantCost[],
  baselineOf: (name: string) => string = () => costs[0]!.name,
): void {
  const costOf = new Map(costs.map((cost) => [cost.name, cost]));
  console.log(`\n${title}`);
  console.table(
    Object.fromEntries(
      costs.map(({ name, cpuNs, requestsPerSecond }) => {
        const baseline = costOf.get(baselineOf(name))!;
        return [
          name,
          {
            'CPU us/request': Number((cpuNs / 1000).toFixed(1)),
            'CPU of bare': Number((cpuNs / baseline.cpuNs).toFixed(2)),
            'over bare (us)': Number(((cpuNs - baseline.cpuNs) / 1000).toFixed(1)),
            'requests/s of bare': Number((requestsPerSecond / baseline.requestsPerSecond).toFixed(2)),
          },
        ];
      }),
    ),
  );
}
