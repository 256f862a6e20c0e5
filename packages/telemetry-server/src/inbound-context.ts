import { setRolloutId } from '@gym/telemetry';
import { propagation, ROOT_CONTEXT, trace } from '@opentelemetry/api';
import type { Context, Link } from '@opentelemetry/api';

/** What a request brings along. */
export interface InboundContext {
  /** The parent of the SERVER span, with baggage and rollout id. */
  readonly parent: Context;
  /** To the caller's span, when it is not believed as a parent. */
  readonly links: Link[];
}

/**
 * Reads the trace context and the rollout id of a request; the id in the path wins over the one in baggage.
 *
 * It starts from the root context: what was active when the server began to listen is no parent of its requests. Of an
 * untrusted caller nothing is taken over but a link.
 */
export function readInboundContext(headers: object, rolloutId: string | undefined, trusted: boolean): InboundContext {
  const extracted = propagation.extract(ROOT_CONTEXT, headers);
  if (trusted) return { parent: rolloutId === undefined ? extracted : setRolloutId(extracted, rolloutId), links: [] };
  const caller = trace.getSpanContext(extracted);
  return { parent: ROOT_CONTEXT, links: caller ? [{ context: caller }] : [] };
}
