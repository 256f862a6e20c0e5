import { startBenchChild, type BenchChild, type Slice } from './bench-child.ts';
import { alternateSlices } from './http/alternate-slices.ts';
import { printVariantCosts } from './http/print-variant-costs.ts';
import { serverVariants } from './http/server-variants.ts';

const processesOfVariant = 2;
const connections = 64;
const rounds = 20;
const ms = 150;

/** What one slice of requests costs the server, by the CPU time of its process before and after. */
async function takeSlice(load: BenchChild, server: BenchChild): Promise<Slice> {
  const { port } = server.ready as { readonly port: number };
  const before = await server.ask<{ cpuNs: number }>({});
  const { requests, wallMs } = await load.ask<{ requests: number; wallMs: number }>({ port, connections, ms });
  const after = await server.ask<{ cpuNs: number }>({});
  return { requests, wallMs, cpuNs: after.cpuNs - before.cpuNs };
}

/** CPU time of an answered request: bare servers, our adapters off and on, and instrumentation-http. */
export async function benchServer(): Promise<void> {
  const load = await startBenchChild('http/load-child');
  const children = new Map<string, BenchChild[]>();
  try {
    for (const name of Object.keys(serverVariants)) {
      const started = Array.from({ length: processesOfVariant }, () => startBenchChild('http/server-child', [name]));
      children.set(name, await Promise.all(started));
    }
    const slices = new Map(
      [...children].map(([name, servers]) => [name, servers.map((server) => () => takeSlice(load, server))]),
    );
    printVariantCosts(
      `Server, ${connections} connections (goal: span and metric at most 1.65 of bare CPU)`,
      await alternateSlices(slices, rounds),
      (name) => `bare ${serverVariants[name]!.framework}`,
    );
  } finally {
    for (const child of [load, ...[...children.values()].flat()]) child.stop();
  }
}
