import type { Rollout } from '../assemble/rollout.ts';
import type { SpanNode } from '../assemble/trace.ts';
import { calleeOf } from '../path/classify-nodes.ts';
import { readText } from '../span-identity.ts';

/** One server that a rollout passes; with `name` (a server span's, `POST /verify`) one route of it. */
export interface Hop {
  readonly server: string;
  readonly name?: string | undefined;
}

/** What a rollout of this fleet looks like when nothing is missing. */
export interface FleetShape {
  /** Hops that every rollout should have. */
  readonly hops: readonly Hop[];
  /** Which server answers at `address:port`: those from which a server span has been received. */
  readonly serverAt: ReadonlyMap<string, string>;
}

/**
 * Learns a fleet's shape from its rollouts: the server spans that at least `minShare` of the rollouts that did not fail
 * have (default 0.8; routes only some rollouts use, as tools are, stay out).
 */
export function observeFleetShape(rollouts: readonly Rollout[], minShare = 0.8): FleetShape {
  const good = rollouts.filter(({ failed, rolloutSpan }) => !failed && rolloutSpan !== undefined);
  const counts = new Map<string, { readonly hop: Hop; count: number }>();
  for (const { nodes } of good) {
    for (const [key, hop] of hopsOf(nodes)) {
      const seen = counts.get(key);
      if (seen === undefined) counts.set(key, { hop, count: 1 });
      else seen.count += 1;
    }
  }
  const hops = [...counts.values()].filter(({ count }) => count >= good.length * minShare).map(({ hop }) => hop);
  return { hops, serverAt: serversByAddress(rollouts) };
}

/** The hops that some spans went through, each once. */
export function hopsOf(nodes: readonly SpanNode[]): Map<string, Hop> {
  const hops = new Map<string, Hop>();
  for (const { span, server } of nodes) {
    if (span.kind === 'SERVER') hops.set(JSON.stringify([server, span.name]), { server, name: span.name });
  }
  return hops;
}

/** A client span's `address:port`, or undefined. */
export function addressOf({ span }: SpanNode): string | undefined {
  const address = readText(span.attributes, 'server.address');
  return address === undefined ? undefined : `${address}:${readText(span.attributes, 'server.port') ?? ''}`;
}

function serversByAddress(rollouts: readonly Rollout[]): Map<string, string> {
  const serverAt = new Map<string, string>();
  for (const { nodes } of rollouts) {
    for (const node of nodes) {
      const address = node.span.kind === 'CLIENT' ? addressOf(node) : undefined;
      const callee = address === undefined ? undefined : calleeOf(node);
      if (address !== undefined && callee?.span.kind === 'SERVER') serverAt.set(address, callee.server);
    }
  }
  return serverAt;
}
