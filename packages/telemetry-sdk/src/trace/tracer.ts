import {
  context as contextApi,
  INVALID_SPAN_CONTEXT,
  isSpanContextValid,
  SpanKind,
  trace,
  TraceFlags,
} from '@opentelemetry/api';
import type { Context, Span, SpanContext, SpanOptions, Tracer } from '@opentelemetry/api';
import { isTracingSuppressed } from '@opentelemetry/core';

import type { IdGenerator } from './id-generator.ts';
import { RecordingSpan, type SpanOrigin } from './recording-span.ts';
import type { Sampler } from './sampler.ts';

const randomFlag = 2;

/** What all tracers of a provider share. */
export interface TracerParts {
  readonly ids: IdGenerator;
  readonly sampler: Sampler;
  /** Called with every span that is recorded, with its first attributes on it. */
  readonly onStart: (span: RecordingSpan) => void;
  /** Called for every span that the sampler left out. */
  readonly onNotSampled: () => void;
}

/** Makes spans of one scope. Source: OpenTelemetry specification, "Tracing SDK". */
export class GymTracer implements Tracer {
  readonly #parts: TracerParts;
  readonly #origin: SpanOrigin;

  constructor(parts: TracerParts, origin: SpanOrigin) {
    this.#parts = parts;
    this.#origin = origin;
  }

  startSpan(name: string, options: SpanOptions = {}, context: Context = contextApi.active()): Span {
    if (isTracingSuppressed(context)) return trace.wrapSpanContext(INVALID_SPAN_CONTEXT);
    const { ids, onNotSampled, onStart, sampler } = this.#parts;
    const parent = options.root ? undefined : parentOf(context);
    const traceId = parent ? parent.traceId : ids.traceId();
    const isSampled = sampler(traceId, parent);
    const spanContext: SpanContext = {
      traceId,
      spanId: ids.spanId(),
      // The flag that says the id is random stays; W3C trace context, level 2.
      traceFlags: (isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE) | ((parent?.traceFlags ?? 0) & randomFlag),
      ...(parent?.traceState && { traceState: parent.traceState }),
    };
    if (!isSampled) {
      onNotSampled();
      return trace.wrapSpanContext(spanContext);
    }
    const { attributes, kind = SpanKind.INTERNAL, links, startTime } = options;
    const span = new RecordingSpan(this.#origin, name, kind, spanContext, parent, startTime);
    if (links) span.addLinks(links);
    if (attributes) span.setAttributes(attributes);
    onStart(span);
    return span;
  }

  startActiveSpan<F extends (span: Span) => unknown>(name: string, fn: F): ReturnType<F>;
  startActiveSpan<F extends (span: Span) => unknown>(name: string, options: SpanOptions, fn: F): ReturnType<F>;
  startActiveSpan<F extends (span: Span) => unknown>(
    name: string,
    options: SpanOptions,
    context: Context,
    fn: F,
  ): ReturnType<F>;
  startActiveSpan<F extends (span: Span) => unknown>(name: string, ...rest: unknown[]): ReturnType<F> {
    const fn = rest.pop() as (span: Span) => ReturnType<F>;
    const [options = {}, context = contextApi.active()] = rest as [SpanOptions?, Context?];
    const span = this.startSpan(name, options, context);
    return contextApi.with(trace.setSpan(context, span), fn, undefined, span);
  }
}

function parentOf(context: Context): SpanContext | undefined {
  const span = trace.getSpan(context);
  if (!span) return undefined;
  const spanContext = span.spanContext();
  // Ours is valid; the check costs two regular expressions.
  return span instanceof RecordingSpan || isSpanContextValid(spanContext) ? spanContext : undefined;
}
