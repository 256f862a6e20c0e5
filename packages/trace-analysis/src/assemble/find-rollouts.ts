import { rolloutIdOf, runIdOf, splitRolloutId } from '../span-identity.ts';
import { compareTimes } from './compare-nodes.ts';
import { nodesUnder } from './nodes-under.ts';
import type { Rollout } from './rollout.ts';
import type { SpanNode, Trace } from './trace.ts';

/**
 * Finds the rollouts of some traces, by start: each `gym.rollout` span with the requests that led to it, and, in a trace
 * without one, the outermost span that names a rollout id (the driver asked and no agent's span arrived).
 */
export function findRollouts(traces: readonly Trace[]): Rollout[] {
  return traces.flatMap(rolloutsOf).sort((a, b) => compareTimes(a.startNs, b.startNs));
}

function rolloutsOf(trace: Trace): Rollout[] {
  const spans = trace.nodes.filter(({ span }) => span.name === 'gym.rollout');
  if (spans.length > 0) return spans.map((node) => makeRollout(trace, requestOf(node), node));
  const named = trace.nodes.find(({ span }) => rolloutIdOf(span) !== undefined);
  return named === undefined ? [] : [makeRollout(trace, requestOf(named), undefined)];
}

/** The outermost client or server span right above a span; the span itself where there is none. */
function requestOf(node: SpanNode): SpanNode {
  let request = node;
  while (request.parent?.span.kind === 'CLIENT' || request.parent?.span.kind === 'SERVER') request = request.parent;
  return request;
}

function makeRollout(trace: Trace, root: SpanNode, rolloutSpan: SpanNode | undefined): Rollout {
  const nodes = nodesUnder(root);
  const named = [rolloutSpan, root, ...nodes].find(
    (node) => node !== undefined && rolloutIdOf(node.span) !== undefined,
  );
  const id = (named && rolloutIdOf(named.span)) ?? trace.traceId;
  const { startNs, endNs } = root;
  return {
    id,
    ...splitRolloutId(id),
    runId: runIdOf(root.span) ?? (rolloutSpan && runIdOf(rolloutSpan.span)),
    trace,
    root,
    rolloutSpan,
    nodes,
    startNs,
    endNs,
    durationNs: endNs - startNs,
    failed: root.span.status === 'ERROR' || rolloutSpan?.span.status === 'ERROR',
  };
}
