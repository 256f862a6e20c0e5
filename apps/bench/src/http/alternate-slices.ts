import type { Slice } from '../bench-child.ts';

/** What a variant cost over all its slices. */
export interface VariantCost {
  readonly name: string;
  /** CPU nanoseconds of one request: a tenth of the slices were cheaper. */
  readonly cpuNs: number;
  readonly requestsPerSecond: number;
}

const warmUpRequests = 30_000;

function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)]!;
}

/**
 * Takes slices of all variants in turns (A B C, then C B A), so that a machine that slows down does so for all.
 *
 * `slices` has the processes of each variant; the cheapest of them counts, since one can land in a worse compilation for
 * its whole life. Each of them does 30 000 requests first, on a loaded machine too, so that its code is compiled.
 */
export async function alternateSlices(
  slices: ReadonlyMap<string, readonly (() => Promise<Slice>)[]>,
  rounds: number,
): Promise<readonly VariantCost[]> {
  const taken = new Map<string, Slice[][]>([...slices].map(([name, processes]) => [name, processes.map(() => [])]));
  for (const processes of slices.values()) {
    for (const take of processes) for (let done = 0; done < warmUpRequests;) done += (await take()).requests;
  }
  for (let round = 0; round < rounds; round++) {
    const order = round % 2 === 0 ? [...slices] : [...slices].toReversed();
    for (const [name, processes] of order) {
      for (const [index, take] of processes.entries()) {
        taken.get(name)![index]!.push(await take());
      }
    }
  }
  return [...taken].map(([name, processes]) => {
    const costs = processes.map((all) => ({
      name,
      cpuNs: quantile(
        all.map(({ cpuNs, requests }) => cpuNs / requests),
        0.1,
      ),
      requestsPerSecond: quantile(
        all.map(({ requests, wallMs }) => (requests / wallMs) * 1000),
        0.5,
      ),
    }));
    return costs.reduce((best, cost) => (cost.cpuNs < best.cpuNs ? cost : best));
  });
}
