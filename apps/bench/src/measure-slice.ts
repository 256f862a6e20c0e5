import type { Slice } from './bench-child.ts';

/** Measures what `run` costs this process; `run` resolves to the number of requests it did. */
export async function measureSlice(run: () => Promise<number>): Promise<Slice> {
  const startedAt = process.hrtime.bigint();
  const { user, system } = process.cpuUsage();
  const requests = await run();
  const spent = process.cpuUsage({ user, system });
  const wallMs = Number(process.hrtime.bigint() - startedAt) / 1e6;
  return { requests, cpuNs: (spent.user + spent.system) * 1000, wallMs };
}
