import { rolloutIdOf } from '../span-identity.ts';
import type { SpanNode, TraceKind } from './trace.ts';

/** Tells a fleet's traces apart by their root, and rollouts also by any span that names one. */
export function traceKindOf(roots: readonly SpanNode[], nodes: readonly SpanNode[]): TraceKind {
  if (roots.some(({ span }) => span.name === 'gym.job')) return 'job';
  if (nodes.some(({ span }) => span.name === 'gym.rollout' || rolloutIdOf(span) !== undefined)) return 'rollout';
  return roots.some(({ span }) => /^gym\.(server\.)?startup(\.|$)/.test(span.name)) ? 'startup' : 'other';
}
