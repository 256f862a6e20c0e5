import { GymAttribute, hasW3cPropagation } from '@gym/telemetry';
import type { TelemetryRuntime } from '@gym/telemetry';
import { propagation, trace } from '@opentelemetry/api';
import type { Context, Span } from '@opentelemetry/api';

import type { RolloutIdCarrier } from './tracing-options.ts';

/** What goes on the wire: a `traceparent` alone, or a context that the propagator writes. */
export type CarriedContext = string | Context;

/** The flags that W3C knows, sampled and random; the other bits have to be sent as zero. */
const flagsText = ['00', '01', '02', '03'] as const;

/**
 * What a request made in `parent` carries: `span` or the one active in `parent`, and baggage, without the rollout id
 * when it must not travel.
 *
 * Where a `traceparent` is all there is to write it is written here, which costs a tenth of asking the propagator.
 */
export function carriedContext(
  runtime: TelemetryRuntime,
  parent: Context,
  span: Span | undefined,
  rolloutId: RolloutIdCarrier,
): CarriedContext {
  const baggage = propagation.getBaggage(parent);
  if (!baggage && hasW3cPropagation(runtime)) {
    const spanContext = span ? span.spanContext() : trace.getSpanContext(parent);
    // A span that records is valid; looking at its ids costs two regular expressions.
    const isValid =
      span?.isRecording() === true || (spanContext !== undefined && trace.isSpanContextValid(spanContext));
    if (isValid && spanContext && !spanContext.traceState) {
      return `00-${spanContext.traceId}-${spanContext.spanId}-${flagsText[spanContext.traceFlags & 3]}`;
    }
  }
  const context = span ? trace.setSpan(parent, span) : parent;
  if (!baggage || rolloutId !== 'none') return context;
  return propagation.setBaggage(context, baggage.removeEntry(GymAttribute.ROLLOUT_ID));
}
