import {
  trace,
  type Context,
  type TextMapGetter,
  type TextMapPropagator,
  type TextMapSetter,
} from '@opentelemetry/api';
import { isTracingSuppressed } from '@opentelemetry/core';

import { isHexId } from './is-hex-id.ts';
import { parseTraceparent } from './parse-traceparent.ts';
import { parseTracestate } from './parse-tracestate.ts';
import { readHeader } from './read-header.ts';

/** Text of the flags by the two bits that level 2 knows, sampled and random; the other bits have to be sent as zero. */
const flagsText = ['00', '01', '02', '03'] as const;

/** The id in lower case, undefined when it is none. */
function toSentId(id: unknown, length: number): string | undefined {
  if (typeof id !== 'string' || id.length !== length) return undefined;
  if (isHexId(id, 0, length)) return id;
  const lower = id.toLowerCase();
  return isHexId(lower, 0, length) ? lower : undefined;
}

/**
 * Carries the span context in `traceparent` and `tracestate`, strictly by W3C Trace Context level 1 and 2.
 *
 * Extract: two `traceparent` values, equal or not, or a malformed one leave the context as it is; a `tracestate` that
 * breaks a rule is dropped whole and the `traceparent` stays. Inject: version 00, lower case, `tracestate` only when it
 * has members; nothing for an invalid span context or under suppressed tracing. Neither throws unless the caller's
 * getter or setter does.
 */
export class W3cTraceContextPropagator implements TextMapPropagator {
  inject<C>(context: Context, carrier: C, setter: TextMapSetter<C>): void {
    const spanContext = trace.getSpanContext(context);
    if (spanContext === undefined || isTracingSuppressed(context)) return;
    const traceId = toSentId(spanContext.traceId, 32);
    const spanId = toSentId(spanContext.spanId, 16);
    if (traceId === undefined || spanId === undefined) return;
    setter.set(carrier, 'traceparent', `00-${traceId}-${spanId}-${flagsText[spanContext.traceFlags & 3]}`);
    const tracestate = spanContext.traceState?.serialize();
    if (tracestate) setter.set(carrier, 'tracestate', tracestate);
  }

  extract<C>(context: Context, carrier: C, getter: TextMapGetter<C>): Context {
    const [header, second] = readHeader(carrier, getter, 'traceparent');
    if (header === undefined || second !== undefined) return context;
    const spanContext = parseTraceparent(header);
    if (spanContext === undefined) return context;
    const states = readHeader(carrier, getter, 'tracestate');
    const traceState = states.length === 0 ? undefined : parseTracestate(states.join(','));
    if (traceState !== undefined) spanContext.traceState = traceState;
    return trace.setSpanContext(context, spanContext);
  }

  fields(): string[] {
    return ['traceparent', 'tracestate'];
  }
}
