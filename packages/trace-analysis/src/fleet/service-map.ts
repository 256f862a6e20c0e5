import type { Rollout } from '../assemble/rollout.ts';
import type { SpanNode } from '../assemble/trace.ts';
import { ownTimes } from './own-times.ts';
import { durationStats, toMs } from './span-stats.ts';
import type { DurationStats } from './span-stats.ts';

/** A server of the fleet: the requests it answered, and how they went. */
export interface MapNode extends DurationStats {
  readonly server: string;
  /** Calls away from whoever starts rollouts, 0 for itself. */
  readonly depth: number;
  readonly errors: number;
  /** All its spans, not only those of requests. */
  readonly spans: number;
  /** The time of its requests in which it waited for no request of its own. */
  readonly own: DurationStats;
}

/** Who calls whom: durations as the caller sees them. */
export interface MapEdge extends DurationStats {
  readonly from: string;
  readonly to: string;
  readonly errors: number;
}

/** The servers of a fleet and the calls between them. */
export interface ServiceMap {
  /** By depth, then name. */
  readonly nodes: readonly MapNode[];
  /** Most calls first. */
  readonly edges: readonly MapEdge[];
}

interface Group {
  readonly durationsMs: number[];
  readonly ownMs: number[];
  errors: number;
  spans: number;
}

/**
 * Draws who calls whom from the spans of some rollouts: a call is a span whose parent is of another server. A call counts
 * as failed when either end of it has status ERROR. Requests that reached nobody are not in it.
 */
export function serviceMap(rollouts: readonly Pick<Rollout, 'nodes'>[]): ServiceMap {
  const servers = new Map<string, Group>();
  const calls = new Map<string, Map<string, Group>>();
  const own = new Map(rollouts.flatMap(({ nodes }) => [...ownTimes(nodes)]));
  for (const node of new Set(rollouts.flatMap(({ nodes }) => nodes))) {
    const { parent, server } = node;
    const group = groupOf(servers, server);
    group.spans += 1;
    if (parent?.server === server) continue;
    add(group, node, [node]);
    group.ownMs.push(toMs(own.get(node)!));
    if (parent === undefined) continue;
    const callees = calls.get(parent.server) ?? new Map<string, Group>();
    calls.set(parent.server, callees);
    add(groupOf(callees, server), parent.span.kind === 'CLIENT' ? parent : node, [parent, node]);
  }
  const edges = [...calls].flatMap(([from, callees]) =>
    [...callees].map(([to, { durationsMs, errors }]) => ({ from, to, errors, ...durationStats(durationsMs) })),
  );
  const depths = depthsOf([...servers.keys()], edges);
  const nodes = [...servers].map(([server, { durationsMs, errors, ownMs, spans }]) => ({
    server,
    depth: depths.get(server) ?? 0,
    errors,
    spans,
    own: durationStats(ownMs),
    ...durationStats(durationsMs),
  }));
  return {
    nodes: nodes.sort((a, b) => a.depth - b.depth || (a.server < b.server ? -1 : 1)),
    edges: edges.sort((a, b) => b.count - a.count || (`${a.from} ${a.to}` < `${b.from} ${b.to}` ? -1 : 1)),
  };
}

function groupOf(groups: Map<string, Group>, name: string): Group {
  let group = groups.get(name);
  if (group === undefined) groups.set(name, (group = { durationsMs: [], ownMs: [], errors: 0, spans: 0 }));
  return group;
}

function add(group: Group, timed: SpanNode, judged: readonly SpanNode[]): void {
  group.durationsMs.push(toMs(timed.endNs - timed.startNs));
  if (judged.some(({ span }) => span.status === 'ERROR')) group.errors += 1;
}

/** Calls from the servers that nobody calls; where all call each other, from the first one. */
function depthsOf(servers: readonly string[], edges: readonly MapEdge[]): Map<string, number> {
  const called = new Set(edges.map(({ to }) => to));
  const roots = servers.filter((server) => !called.has(server));
  const depths = new Map((roots.length > 0 ? roots : servers.slice(0, 1)).map((server) => [server, 0]));
  for (const [server, depth] of depths) {
    for (const { from, to } of edges) if (from === server && !depths.has(to)) depths.set(to, depth + 1);
  }
  return depths;
}
