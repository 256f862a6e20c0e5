import { setTimeout as sleep } from 'node:timers/promises';

/** One thing to time: `run` does the work `count` times and returns, or resolves to, something that depends on all of it. */
export interface Candidate {
  readonly name: string;
  readonly run: (count: number) => unknown;
}

/** The cost of one candidate: nanoseconds of CPU for each repetition, the least and the median of all rounds. */
export interface Cost {
  readonly name: string;
  readonly minNs: number;
  readonly medianNs: number;
}

/** What was computed, kept where the optimiser cannot drop the work. */
export const sink: { last: unknown } = { last: undefined };

function cpuNs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) * 1000;
}

/**
 * Times candidates in turns (A B C, then C B A), so that a machine that speeds up or slows down does so for all.
 *
 * Each round repeats the work `count` times; the first two rounds warm up and are not counted.
 */
export async function measureNs(
  candidates: readonly Candidate[],
  count: number,
  rounds = 25,
): Promise<readonly Cost[]> {
  const samples = new Map<string, number[]>(candidates.map(({ name }) => [name, []]));
  for (let round = -2; round < rounds; round++) {
    for (const { name, run } of round % 2 === 0 ? candidates : candidates.toReversed()) {
      await sleep(10); // What the round before left queued goes out before the clock starts.
      const startedAt = cpuNs();
      sink.last = await run(count);
      if (round >= 0) samples.get(name)!.push((cpuNs() - startedAt) / count);
    }
  }
  return candidates.map(({ name }) => {
    const sorted = samples.get(name)!.toSorted((a, b) => a - b);
    return { name, minNs: sorted[0]!, medianNs: sorted[Math.floor(sorted.length / 2)]! };
  });
}
