import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import type { Attributes } from '@opentelemetry/api';

import type { FinishedSpan, SpanEvent, SpanLink } from '../trace/finished-span.ts';
import { isoTime, toJsonLine } from './to-json.ts';

/** Texts of what many spans share: their resource and their scope. */
const sharedTexts = new WeakMap<object, string>();

/**
 * A span as one line of JSON with the top-level fields of contract section 12.
 *
 * Put together by hand, since ids, times and most lists need no escaping: half the cost of printing it as one object.
 */
export function spanLine(span: FinishedSpan): string {
  const { spanId, traceId, traceState } = span.spanContext();
  const { duration, instrumentationScope, parentSpanContext, resource, status } = span;
  const scope = { name: instrumentationScope.name, version: instrumentationScope.version };
  return [
    `{"signal":"span","trace_id":"${traceId}","span_id":"${spanId}"`,
    `"parent_span_id":${parentSpanContext ? `"${parentSpanContext.spanId}"` : 'null'}`,
    ...(traceState ? [`"trace_state":${JSON.stringify(traceState.serialize())}`] : []),
    `"name":${JSON.stringify(span.name)},"kind":"${SpanKind[span.kind]}"`,
    `"start_time":${quoted(isoTime(span.startTime))},"end_time":${quoted(isoTime(span.endTime))}`,
    `"duration_ms":${duration[0] * 1000 + duration[1] / 1e6}`,
    `"status":${JSON.stringify({ code: SpanStatusCode[status.code], message: status.message })}`,
    `"attributes":${attributesText(span.attributes)}`,
    `"events":[${span.events.map(eventText).join()}],"links":[${span.links.map(linkText).join()}]`,
    `"resource":${sharedText(resource.attributes, resource.attributes)}`,
    `"scope":${sharedText(instrumentationScope, scope)}}`,
  ].join();
}

function eventText({ attributes, name, time }: SpanEvent): string {
  return `{"name":${JSON.stringify(name)},"time":${quoted(isoTime(time))},"attributes":${attributesText(attributes)}}`;
}

function linkText({ attributes, context }: SpanLink): string {
  // Whoever made the link made these ids, and may have made anything.
  const ids = `"trace_id":${JSON.stringify(context.traceId)},"span_id":${JSON.stringify(context.spanId)}`;
  return `{${ids},"attributes":${attributesText(attributes)}}`;
}

/** A time needs no escaping. */
function quoted(text: string | null): string {
  return text === null ? 'null' : `"${text}"`;
}

/** The function that writes NaN as text doubles the cost of a line, and is rarely needed. */
function attributesText(attributes: Attributes = {}): string {
  return hasFiniteNumbers(attributes) ? JSON.stringify(attributes) : toJsonLine(attributes);
}

function sharedText(owner: object, value: object): string {
  let text = sharedTexts.get(owner);
  if (text === undefined) sharedTexts.set(owner, (text = toJsonLine(value)));
  return text;
}

function hasFiniteNumbers(attributes: Attributes): boolean {
  for (const key in attributes) {
    const value = attributes[key];
    const isPlain = typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);
    if (!isPlain && !(Array.isArray(value) && value.every((item) => typeof item !== 'number' || Number.isFinite(item))))
      return false;
  }
  return true;
}
