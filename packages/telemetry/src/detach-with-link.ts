import { SpanGroup } from '@gym/telemetry-span-groups';
import { context, createContextKey, propagation, trace } from '@opentelemetry/api';
import type { Context, Link, SpanContext } from '@opentelemetry/api';

import { getRuntime } from './runtime.ts';

const noLinks: readonly Link[] = [];
const linksKey = createContextKey('gym: links of the next root span');

/** The baggage entry that carries the job's span to the agent when the driver makes no CLIENT span. */
const jobBaggageKey = 'nemo.gym.job';

/**
 * Runs `fn` outside the current trace: the first span made in it starts a trace of its own, and *links* to the span
 * that was active.
 *
 * The rollout driver uses it so that each rollout is one trace under every preset, linked to `gym.job` and never its
 * child. The link is on the driver's CLIENT span; with `http_client` off it travels as baggage `nemo.gym.job` and is
 * put on `gym.rollout` by the agent. Without telemetry, or outside a span, `fn` just runs. Contract section 8.
 */
export function detachWithLink<T>(fn: () => T): T {
  const runtime = getRuntime();
  const active = context.active();
  const spanContext = trace.getSpanContext(active);
  if (!runtime || !spanContext || !trace.isSpanContextValid(spanContext)) return fn();
  const links: readonly Link[] = [{ context: spanContext }];
  let detached = trace.deleteSpan(active).setValue(linksKey, links);
  if (!SpanGroup.HTTP_CLIENT.enabled || !runtime.config.instrumentHttpClient) {
    const baggage = propagation.getBaggage(detached) ?? propagation.createBaggage();
    const value = `${spanContext.traceId}-${spanContext.spanId}`;
    detached = propagation.setBaggage(detached, baggage.setEntry(jobBaggageKey, { value }));
  }
  return context.with(detached, fn);
}

/** The links a span must carry when it is started in `parent` as the root of a trace; none under an active span. */
export function pendingLinks(parent: Context): readonly Link[] {
  const links = parent.getValue(linksKey) as readonly Link[] | undefined;
  return links && !trace.getSpan(parent) ? links : noLinks;
}

/** The job a rollout belongs to, as a remote process gave it in baggage; `undefined` when it gave none. */
export function jobLinkFromBaggage(parent: Context): Link | undefined {
  const value = propagation.getBaggage(parent)?.getEntry(jobBaggageKey)?.value;
  const [traceId = '', spanId = ''] = value?.split('-') ?? [];
  const spanContext: SpanContext = { traceId, spanId, traceFlags: 1, isRemote: true };
  return trace.isSpanContextValid(spanContext) ? { context: spanContext } : undefined;
}

/** `parent` without the job's baggage entry, so that it ends at the rollout. */
export function withoutJobBaggage(parent: Context): Context {
  const baggage = propagation.getBaggage(parent);
  return baggage?.getEntry(jobBaggageKey) ? propagation.setBaggage(parent, baggage.removeEntry(jobBaggageKey)) : parent;
}
