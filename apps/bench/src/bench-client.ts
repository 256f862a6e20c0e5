import { startBenchChild, type BenchChild, type Slice } from './bench-child.ts';
import { alternateSlices } from './http/alternate-slices.ts';
import { clientVariants } from './http/client-variants.ts';
import { printVariantCosts } from './http/print-variant-costs.ts';

const concurrencies = [1, 16, 128];
const processesOfVariant = 2;
const rounds = 20;
const ms = 150;
/** So that nothing is collected while 3000 calls are counted. */
const allocationFlags = ['--expose-gc', '--max-semi-space-size=256', '--min-semi-space-size=256'];

/** Prints what a call allocates: the median over some rounds, each without a garbage collection in it. */
async function benchAllocation(port: number): Promise<void> {
  const bytesOf = new Map<string, number>();
  for (const name of Object.keys(clientVariants)) {
    const child = await startBenchChild('http/client-child', [name, String(port)], allocationFlags);
    const measured: number[] = [];
    for (let round = 0; round < 12; round++) {
      measured.push((await child.ask<{ bytes: number }>({ kind: 'allocation', requests: 3000 })).bytes);
    }
    child.stop();
    // The first rounds are not compiled yet.
    bytesOf.set(name, measured.slice(4).toSorted((a, b) => a - b)[4]!);
  }
  const [bare] = bytesOf.values();
  console.log('\nClient, bytes allocated by a call (goal: span and metric at most 4096 over bare)');
  console.table(
    Object.fromEntries(
      [...bytesOf].map(([name, bytes]) => [
        name,
        { 'bytes/request': Math.round(bytes), 'over bare': Math.round(bytes - bare!) },
      ]),
    ),
  );
}

/** CPU time and allocations of an outgoing call: bare undici, our dispatcher off and on, and instrumentation-undici. */
export async function benchClient(): Promise<void> {
  const target = await startBenchChild('http/target-child');
  const { port } = target.ready as { readonly port: number };
  const children = new Map<string, BenchChild[]>();
  try {
    for (const name of Object.keys(clientVariants)) {
      const started = Array.from({ length: processesOfVariant }, () =>
        startBenchChild('http/client-child', [name, String(port)]),
      );
      children.set(name, await Promise.all(started));
    }
    for (const concurrency of concurrencies) {
      const slices = new Map(
        [...children].map(([name, processes]) => [
          name,
          processes.map((child) => () => child.ask<Slice>({ kind: 'slice', concurrency, ms })),
        ]),
      );
      printVariantCosts(
        `Client, ${concurrency} calls at once (goals: span and metric at most 1.35 of bare CPU on Node 20, 1.15 on Node 24)`,
        await alternateSlices(slices, rounds),
      );
    }
    for (const child of [...children.values()].flat()) child.stop();
    children.clear();
    await benchAllocation(port);
  } finally {
    for (const child of [target, ...[...children.values()].flat()]) child.stop();
  }
}
