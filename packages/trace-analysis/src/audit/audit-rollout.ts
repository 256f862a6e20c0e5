import type { Rollout } from '../assemble/rollout.ts';
import type { SpanNode } from '../assemble/trace.ts';
import { calleeOf } from '../path/classify-nodes.ts';
import { isTruncated, readText } from '../span-identity.ts';
import { clockGrainNs } from './clock-offset.ts';
import { addressOf, hopsOf } from './fleet-shape.ts';
import type { FleetShape, Hop } from './fleet-shape.ts';

/** One reason why a rollout's spans are no full evidence. */
export interface EvidenceGap {
  readonly code:
    | 'no_rollout_span'
    | 'missing_hops'
    | 'lost_server_spans'
    | 'orphans'
    | 'truncated_spans'
    | 'clock_trouble'
    | 'bad_spans';
  readonly message: string;
  /** What the score is multiplied by, 0 to 1. */
  readonly factor: number;
}

/** Is a rollout slow, or is it missing? */
export interface RolloutAudit {
  readonly hopsExpected: readonly Hop[];
  readonly hopsMissing: readonly Hop[];
  /** Requests that were answered by a server that sends spans, whose server span is not there. */
  readonly lostServerSpans: readonly SpanNode[];
  readonly orphans: readonly SpanNode[];
  readonly truncated: readonly SpanNode[];
  /** Server spans that start outside the request that they answer. */
  readonly skewed: readonly SpanNode[];
  /** 1: all evidence is there. The product of the gaps' factors. */
  readonly score: number;
  readonly gaps: readonly EvidenceGap[];
}

/** Checks how complete a rollout's spans are, against the shape of its fleet (observed, or given). */
export function auditRollout({ nodes, rolloutSpan, trace }: Rollout, shape: FleetShape): RolloutAudit {
  const seen = hopsOf(nodes);
  const servers = new Set(nodes.map(({ server }) => server));
  const hopsMissing = shape.hops.filter(({ server, name }) =>
    name === undefined ? !servers.has(server) : !seen.has(JSON.stringify([server, name])),
  );
  const requests = nodes.filter(({ span }) => span.kind === 'CLIENT');
  const lostServerSpans = requests.filter((node) => isLost(node, shape));
  // An orphan that no span encloses is a root of its own, outside this rollout's tree, and still its trouble.
  const orphans = trace.nodes.filter(({ isOrphan }) => isOrphan);
  const truncated = nodes.filter(({ span }) => isTruncated(span));
  const skewed = nodes.filter(isSkewed);
  const bad = trace.problems.filter(({ code }) => code !== 'orphan' && code !== 'repeated_span').length;
  const all = nodes.length;
  const gaps: EvidenceGap[] = [];
  const gap = (code: EvidenceGap['code'], amount: number, factor: number, message: string): void => {
    if (amount > 0) gaps.push({ code, message, factor });
  };
  gap('no_rollout_span', rolloutSpan === undefined ? 1 : 0, 0.5, 'the gym.rollout span is missing');
  const missing = hopsMissing.length;
  const names = hopsMissing.map(({ server, name }) => (name === undefined ? server : `${server} ${name}`)).join(', ');
  gap('missing_hops', missing, 1 - missing / shape.hops.length, `${missing} of ${shape.hops.length} hops: ${names}`);
  const lost = lostServerSpans.length;
  gap('lost_server_spans', lost, 1 - lost / (requests.length + 1), `${lost} answered requests without server span`);
  gap('orphans', orphans.length, all / (all + orphans.length), `${orphans.length} spans whose parent is missing`);
  gap('truncated_spans', truncated.length, 1 - truncated.length / (2 * all), `${truncated.length} truncated spans`);
  gap('clock_trouble', skewed.length, 0.95, `${skewed.length} spans outside the request that they answer`);
  gap('bad_spans', bad, 0.95, `${bad} spans with a cycle, a used id or an end before their start`);
  const score = gaps.reduce((product, { factor }) => product * factor, 1);
  return { hopsExpected: shape.hops, hopsMissing, lostServerSpans, orphans, truncated, skewed, score, gaps };
}

function isLost(node: SpanNode, { serverAt }: FleetShape): boolean {
  const address = addressOf(node);
  const isAnswered = readText(node.span.attributes, 'http.response.status_code') !== undefined;
  if (!isAnswered || address === undefined || !serverAt.has(address)) return false;
  return calleeOf(node)?.span.kind !== 'SERVER';
}

function isSkewed(node: SpanNode): boolean {
  const { parent } = node;
  if (node.span.kind !== 'SERVER' || parent?.span.kind !== 'CLIENT') return false;
  // Later than its request's end is how a streamed body looks; wholly behind it is not.
  return node.startNs + clockGrainNs < parent.startNs || node.startNs > parent.endNs + clockGrainNs;
}
