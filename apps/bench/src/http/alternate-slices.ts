import type { Slice } from './bench-child.ts';

/** What a variant cost over all its slices. */
export interface VariantCost {
  readonly name: string;
  /** CPU nanoseconds of one request: a quarter of the slices were cheaper. */
  readonly cpuNs: number;
  readonly requestsPerSecond: number;
}

function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)]!;
}

/**
 * Takes slices of all variants in turns (A B C, then C B A), so that a machine that slows down does so for all.
 *
 * `slices` has the processes of each variant; the cheapest of them counts, since one can land in a worse compilation for
 * its whole life. The first `warmUps` rounds are not counted.
 */
export async function alternateSlices(
  slices: ReadonlyMap<string, readonly (() => Promise<Slice>)[]>,
  rounds: number,
  warmUps = 4,
): Promise<readonly VariantCost[]> {
  const taken = new Map<string, Slice[][]>([...slices].map(([name, processes]) => [name, processes.map(() => [])]));
  for (let round = -warmUps; round < rounds; round++) {
    const order = round % 2 === 0 ? [...slices] : [...slices].toReversed();
    for (const [name, processes] of order) {
      for (const [index, take] of processes.entries()) {
        const slice = await take();
        if (round >= 0) taken.get(name)![index]!.push(slice);
      }
    }
  }
  return [...taken].map(([name, processes]) => {
    const costs = processes.map((all) => ({
      name,
      cpuNs: quantile(
        all.map(({ cpuNs, requests }) => cpuNs / requests),
        0.25,
      ),
      requestsPerSecond: quantile(
        all.map(({ requests, wallMs }) => (requests / wallMs) * 1000),
        0.5,
      ),
    }));
    return costs.reduce((best, cost) => (cost.cpuNs < best.cpuNs ? cost : best));
  });
}
