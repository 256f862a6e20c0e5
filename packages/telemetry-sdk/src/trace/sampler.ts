import { TraceFlags } from '@opentelemetry/api';
import type { SpanContext } from '@opentelemetry/api';

/** Whether a span is recorded, by its trace and its parent, which is `undefined` for the first span of a trace. */
export type Sampler = (traceId: string, parent: SpanContext | undefined) => boolean;

export const alwaysOn: Sampler = () => true;
export const alwaysOff: Sampler = () => false;

/**
 * Samples a share of the traces by their id, the same ones in every process that samples the same share.
 *
 * The lower 64 bits of the id decide, as in OpenTelemetry's Python, Go and Java; its JavaScript SDK decides otherwise.
 */
export function traceIdRatio(ratio: number): Sampler {
  const bound = ratio * 2 ** 52;
  return (traceId) => Number.parseInt(traceId.slice(16, 29), 16) < bound;
}

/** Samples what the parent's process did; `root` decides where there is no parent. */
export function parentBased(root: Sampler): Sampler {
  return (traceId, parent) => (parent ? (parent.traceFlags & TraceFlags.SAMPLED) !== 0 : root(traceId, parent));
}
