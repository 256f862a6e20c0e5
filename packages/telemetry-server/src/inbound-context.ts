import { hasW3cPropagation, setRolloutId } from '@gym/telemetry';
import type { TelemetryRuntime } from '@gym/telemetry';
import { propagation, ROOT_CONTEXT, trace } from '@opentelemetry/api';
import type { Context, Link, TextMapGetter } from '@opentelemetry/api';

import type { IncomingRequest } from './request-attributes.ts';

type Headers = IncomingRequest['headers'];

/** What a request brings along. */
export interface InboundContext {
  /** The parent of the SERVER span, with baggage and rollout id. */
  readonly parent: Context;
  /** To the caller's span, when it is not believed as a parent. */
  readonly links: Link[];
}

const get = (headers: Headers, name: string): string | string[] | undefined =>
  headers[name] as string | string[] | undefined;
const anyGetter: TextMapGetter<Headers> = { get, keys: (headers) => Object.keys(headers) };
/** Node gives names in lower case: a W3C propagator that misses one need not look for another spelling. */
const lowerCaseGetter: TextMapGetter<Headers> = { get, keys: () => [] };

/**
 * Reads the trace context and the rollout id of a request; the id in the path wins over the one in baggage.
 *
 * It starts from the root context: what was active when the server began to listen is no parent of its requests. Of an
 * untrusted caller nothing is taken over but a link.
 */
export function readInboundContext(
  runtime: TelemetryRuntime,
  { headers, rolloutId }: IncomingRequest,
  trusted: boolean,
): InboundContext {
  const getter = hasW3cPropagation(runtime) ? lowerCaseGetter : anyGetter;
  const extracted = propagation.extract(ROOT_CONTEXT, headers, getter);
  if (trusted) return { parent: rolloutId === undefined ? extracted : setRolloutId(extracted, rolloutId), links: [] };
  const caller = trace.getSpanContext(extracted);
  return { parent: ROOT_CONTEXT, links: caller ? [{ context: caller }] : [] };
}
