import { performance } from 'node:perf_hooks';

import { httpDuration, httpServerAttributes, recordSpanError } from '@gym/telemetry';
import { context as contextApi, SpanStatusCode } from '@opentelemetry/api';
import type { Context, Meter, Span } from '@opentelemetry/api';

import { CallContext, callKey } from './call-context.ts';

/** What a {@link ServerCall} is made of. */
export interface ServerCallParts {
  readonly span: Span | undefined;
  /** Where the duration goes; without a meter no clock is read. */
  readonly meter: Meter | undefined;
  /** What the caller sent along. */
  readonly parent: Context;
  readonly method: string;
  readonly scheme: string;
  readonly protocolVersion: string | undefined;
}

/** One request a server answers: names and ends its SERVER span and records its duration, once. Never throws. */
export class ServerCall {
  /** The context to handle the request in: the caller's trace, the SERVER span, the rollout id. */
  readonly context: Context;
  readonly #parts: ServerCallParts;
  readonly #startMs: number;
  #route: string | undefined;
  #error: unknown;
  #ended = false;

  constructor(parts: ServerCallParts) {
    this.context = new CallContext(parts.parent, parts.span, this);
    this.#parts = parts;
    this.#startMs = parts.meter ? performance.now() : 0;
  }

  /** Sets the route template (`/items/:id`), by which the span is named. Never give it a raw path. */
  setRoute(route: string): void {
    this.#route = route;
  }

  /** Notes what the handler threw; it counts when the answer is a 5xx, cut off, or none. */
  recordError(error: unknown): void {
    this.#error ??= error;
  }

  /**
   * The response is over: `statusCode` is what was sent, `undefined` when no headers were; `complete` says whether the
   * client got all of it.
   */
  end(statusCode: number | undefined, complete: boolean): void {
    if (this.#ended) return;
    this.#ended = true;
    try {
      const failed = statusCode === undefined || statusCode >= 500 || !complete;
      const error = failed ? this.#error : undefined;
      const errorType = error !== undefined ? nameOf(error) : (statusCode ?? 0) >= 500 ? String(statusCode) : undefined;
      this.#endSpan(statusCode, complete, errorType, error);
      this.#recordDuration(statusCode, errorType);
    } catch {
      // An SDK that throws costs this span or point, not the host's response.
    }
  }

  #endSpan(statusCode: number | undefined, complete: boolean, errorType: string | undefined, error: unknown): void {
    const { span, method } = this.#parts;
    if (!span) return;
    if (this.#route !== undefined) {
      span.updateName(`${method === '_OTHER' ? 'HTTP' : method} ${this.#route}`);
      span.setAttribute('http.route', this.#route);
    }
    if (statusCode !== undefined) span.setAttribute('http.response.status_code', statusCode);
    if (errorType !== undefined) {
      span.setAttribute('error.type', errorType);
      if (error === undefined) span.setStatus({ code: SpanStatusCode.ERROR });
      else recordSpanError(span, error);
    }
    if (!complete) span.addEvent('http.response.aborted');
    span.end();
  }

  #recordDuration(statusCode: number | undefined, errorType: string | undefined): void {
    const { meter, method, scheme, protocolVersion } = this.#parts;
    if (!meter) return;
    const attributes = httpServerAttributes(errorType, method, statusCode, this.#route, protocolVersion, scheme);
    httpDuration(meter, 'server').record((performance.now() - this.#startMs) / 1000, attributes, this.context);
  }
}

/** `error.type` of what a handler threw: its code, else its name. */
function nameOf(error: unknown): string {
  const { code, name } = error as { readonly code?: unknown; readonly name?: unknown };
  if (typeof code === 'string' && code !== '') return code;
  return typeof name === 'string' && name !== '' ? name : '_OTHER';
}

/**
 * Sets the route template of the request that is being handled, for servers that route by hand; without one, or after
 * the response, nothing happens. Never give it a raw path: names and series would be without number.
 */
export function setHttpRoute(route: string): void {
  const call = contextApi.active().getValue(callKey);
  if (call instanceof ServerCall) call.setRoute(route);
}
