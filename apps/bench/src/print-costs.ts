import type { Cost } from './measure-ns.ts';

/** Prints a table of costs; the first row is the baseline of the differences and ratios. */
export function printCosts(title: string, costs: readonly Cost[]): void {
  const [baseline] = costs;
  console.log(`\n${title}`);
  console.table(
    Object.fromEntries(
      costs.map(({ name, minNs, medianNs }) => [
        name,
        {
          'min ns': Number(minNs.toFixed(1)),
          'median ns': Number(medianNs.toFixed(1)),
          'over baseline (min ns)': Number((minNs - baseline!.minNs).toFixed(1)),
          ratio: Number((minNs / baseline!.minNs).toFixed(2)),
        },
      ]),
    ),
  );
}
