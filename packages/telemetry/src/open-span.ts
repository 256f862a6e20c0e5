import { context, INVALID_SPAN_CONTEXT, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Attributes, Context, Link, Span, SpanOptions } from '@opentelemetry/api';

import { pendingLinks } from './detach-with-link.ts';
import { redactAttributes } from './redact-attributes.ts';
import type { TelemetryRuntime } from './runtime.ts';

/**
 * How a span is made.
 *
 * `attributes` may be a function, which is called only when the span exists. `kind` is INTERNAL by default. `parent` is
 * the active context by default; `root: true` starts a new trace.
 */
export interface GymSpanOptions {
  readonly attributes?: Attributes | (() => Attributes);
  readonly kind?: SpanKind;
  readonly links?: readonly Link[];
  readonly parent?: Context;
  readonly root?: boolean;
}

/** The span handed to a callback whose group is off: it carries no context and records nothing. */
export const noopSpan: Span = trace.wrapSpanContext(INVALID_SPAN_CONTEXT);

/** A started span and the context in which it is the active one. */
export interface OpenedSpan {
  readonly span: Span;
  readonly context: Context;
}

/** Starts a span under its parent, or with the links that {@link detachWithLink} left when it starts a trace. */
export function openSpan(runtime: TelemetryRuntime, name: string, options?: GymSpanOptions): OpenedSpan {
  const parent = options?.parent ?? context.active();
  const startOptions: SpanOptions = { kind: options?.kind ?? SpanKind.INTERNAL };
  if (options?.attributes) {
    const { attributes } = options;
    startOptions.attributes = redactAttributes(typeof attributes === 'function' ? attributes() : attributes);
  }
  const pending = pendingLinks(parent);
  if (options?.links || pending.length > 0) startOptions.links = [...(options?.links ?? []), ...pending];
  if (options?.root) startOptions.root = true;
  const span = runtime.tracer.startSpan(name, startOptions, parent);
  return { span, context: trace.setSpan(options?.root ? ROOT_CONTEXT : parent, span) };
}

/** Marks a span as failed: an exception event and status ERROR with the error's message. Never throws. */
export function recordSpanError(span: Span, error: unknown): void {
  if (!span.isRecording()) return;
  try {
    const exception = error instanceof Error ? error : String(error);
    span.recordException(exception);
    span.setStatus({
      code: SpanStatusCode.ERROR,
      message: typeof exception === 'string' ? exception : exception.message,
    });
  } catch {
    // An error whose own fields throw when read: the status alone is kept.
    span.setStatus({ code: SpanStatusCode.ERROR });
  }
}
