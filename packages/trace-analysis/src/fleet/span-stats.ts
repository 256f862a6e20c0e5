import type { Rollout } from '../assemble/rollout.ts';
import { ascending, percentile } from './percentile.ts';
import { spanLabel } from './span-label.ts';

/** Durations of some spans or rollouts, in milliseconds; percentiles are nearest-rank. */
export interface DurationStats {
  readonly count: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

/** Durations of one kind of span in one server. */
export interface SpanStats extends DurationStats {
  readonly server: string;
  /** As `spanLabel` names it. */
  readonly name: string;
  readonly errors: number;
  readonly totalMs: number;
}

/** Percentiles of durations. */
export function durationStats(durationsMs: readonly number[]): DurationStats {
  const sorted = ascending(durationsMs);
  return {
    count: sorted.length,
    p50Ms: percentile(sorted, 0.5),
    p95Ms: percentile(sorted, 0.95),
    p99Ms: percentile(sorted, 0.99),
    maxMs: sorted.at(-1) ?? 0,
  };
}

/** Statistics of the spans of some rollouts by server and name, most total time first. */
export function spanStats(rollouts: readonly Rollout[]): SpanStats[] {
  const groups = new Map<string, { server: string; name: string; durations: number[]; errors: number }>();
  for (const { nodes } of rollouts) {
    for (const node of nodes) {
      const name = spanLabel(node);
      const key = `${node.server}\0${name}`;
      let group = groups.get(key);
      if (group === undefined) groups.set(key, (group = { server: node.server, name, durations: [], errors: 0 }));
      group.durations.push(toMs(node.endNs - node.startNs));
      if (node.span.status === 'ERROR') group.errors += 1;
    }
  }
  return [...groups.values()]
    .map(({ server, name, durations, errors }) => {
      const totalMs = durations.reduce((sum, duration) => sum + duration, 0);
      return Object.assign(durationStats(durations), { server, name, errors, totalMs });
    })
    .sort((a, b) => b.totalMs - a.totalMs);
}

/** Nanoseconds as milliseconds. */
export function toMs(ns: bigint): number {
  return Number(ns) / 1e6;
}
