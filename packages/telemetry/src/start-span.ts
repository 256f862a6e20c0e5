import type { SpanGroupHandle } from '@gym/telemetry-span-groups';
import { context as contextApi, ROOT_CONTEXT } from '@opentelemetry/api';
import type { Context, Span } from '@opentelemetry/api';

import { noopSpan, openSpan, recordSpanError, type GymSpanOptions } from './open-span.ts';
import { getRuntime } from './runtime.ts';
import { setSpanAttributes } from './set-span-attributes.ts';

/**
 * A span whose end the caller decides, made for explicit resource management: `using span = startSpan(...)`.
 *
 * It is not the active span by itself: `run` makes it so for one callback. `end` may be called more than once; leaving
 * the `using` block ends it. `setAttributes` redacts by key.
 */
export class GymSpan implements Disposable {
  readonly span: Span;
  readonly context: Context;
  #ended = false;

  constructor(span: Span, context: Context) {
    this.span = span;
    this.context = context;
  }

  run<T>(fn: () => T): T {
    return this.span === noopSpan ? fn() : contextApi.with(this.context, fn);
  }

  setAttributes(attributes: Readonly<Record<string, unknown>>): this {
    setSpanAttributes(this.span, attributes);
    return this;
  }

  recordError(error: unknown): this {
    recordSpanError(this.span, error);
    return this;
  }

  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.span.end();
  }

  [Symbol.dispose](): void {
    this.end();
  }
}

const noopGymSpan = new GymSpan(noopSpan, ROOT_CONTEXT);

/**
 * Starts a span of a group; the caller ends it, best with `using`.
 *
 * With the group off one shared span that does nothing is returned.
 */
export function startSpan(group: SpanGroupHandle, name: string, options?: GymSpanOptions): GymSpan {
  const runtime = group.enabled ? getRuntime() : undefined;
  if (!runtime) return noopGymSpan;
  const opened = openSpan(runtime, name, options);
  return new GymSpan(opened.span, opened.context);
}
