import { alternateSlices } from './http/alternate-slices.ts';
import { startBenchChild, type BenchChild, type Slice } from './http/bench-child.ts';
import { clientVariants } from './http/client-variants.ts';
import { printVariantCosts } from './http/print-variant-costs.ts';

const concurrencies = [1, 16, 128];
const processesOfVariant = 2;
const rounds = 20;
const ms = 150;

/** CPU time of an outgoing call: bare undici, our dispatcher off and on, and instrumentation-undici. */
export async function benchClient(): Promise<void> {
  const target = await startBenchChild('target-child');
  const { port } = target.ready as { readonly port: number };
  const children = new Map<string, BenchChild[]>();
  try {
    for (const name of Object.keys(clientVariants)) {
      const started = Array.from({ length: processesOfVariant }, () =>
        startBenchChild('client-child', [name, String(port)]),
      );
      children.set(name, await Promise.all(started));
    }
    for (const concurrency of concurrencies) {
      const slices = new Map(
        [...children].map(([name, processes]) => [
          name,
          processes.map((child) => () => child.ask<Slice>({ concurrency, ms })),
        ]),
      );
      printVariantCosts(
        `Client, ${concurrency} calls at once (goals: span and metric at most 1.35 of bare CPU on Node 20, 1.15 on Node 24)`,
        await alternateSlices(slices, rounds),
      );
    }
  } finally {
    for (const child of [target, ...[...children.values()].flat()]) child.stop();
  }
}
