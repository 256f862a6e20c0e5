import { performance } from 'node:perf_hooks';

import { httpClientAttributes, httpDuration, recordSpanError } from '@gym/telemetry';
import { SpanStatusCode } from '@opentelemetry/api';
import type { Context, Meter, Span } from '@opentelemetry/api';

import type { OriginDescription } from './describe-origin.ts';
import { failureCause, isCallerAbort, readErrorType } from './read-error-type.ts';

/** What a {@link ClientCall} is made of. */
export interface ClientCallParts {
  readonly span: Span | undefined;
  /** Where the duration goes; without a meter no clock is read. */
  readonly meter: Meter | undefined;
  readonly method: string;
  readonly origin: OriginDescription;
  readonly signal: unknown;
  /** Where the call was made. */
  readonly parent: Context;
  /** Whether the call is over at the end of the response's body; else it is over at its headers. */
  readonly endsAtBody: boolean;
}

/** One attempt of one request: ends its CLIENT span and records its duration, once, whatever happens. Never throws. */
export class ClientCall {
  readonly span: Span | undefined;
  readonly #parts: ClientCallParts;
  readonly #startMs: number;
  #statusCode = 0;
  #ended = false;

  constructor(parts: ClientCallParts) {
    this.span = parts.span;
    this.#parts = parts;
    this.#startMs = parts.meter ? performance.now() : 0;
  }

  /** The response's status line and headers are read. An interim response (1xx) is none. */
  respond(statusCode: number): void {
    if (statusCode < 200) return;
    this.#statusCode = statusCode;
    if (!this.#parts.endsAtBody) this.end();
  }

  /** The connection was handed over to another protocol. */
  upgrade(statusCode: number): void {
    this.#statusCode = statusCode;
    this.end();
  }

  /** The call is over; an error is what it failed with. The caller's own abort is no error. */
  end(error?: unknown): void {
    if (this.#ended) return;
    this.#ended = true;
    try {
      const cause = error === undefined ? undefined : failureCause(error, this.#parts.signal);
      const failed = cause !== undefined && !isCallerAbort(cause, this.#parts.signal);
      const errorType = failed ? readErrorType(cause) : this.#statusCode >= 400 ? String(this.#statusCode) : undefined;
      this.#endSpan(errorType, failed ? cause : undefined);
      this.#recordDuration(errorType);
    } catch {
      // An SDK that throws costs this span or point, not the host's request.
    }
  }

  #endSpan(errorType: string | undefined, error: unknown): void {
    const { span } = this;
    if (!span) return;
    if (this.#statusCode) span.setAttribute('http.response.status_code', this.#statusCode);
    if (errorType !== undefined) {
      span.setAttribute('error.type', errorType);
      if (error === undefined) span.setStatus({ code: SpanStatusCode.ERROR });
      else recordSpanError(span, error);
    }
    span.end();
  }

  #recordDuration(errorType: string | undefined): void {
    const { meter, method, origin, parent } = this.#parts;
    if (!meter) return;
    const attributes = httpClientAttributes(
      errorType,
      method,
      this.#statusCode || undefined,
      origin.address,
      origin.port,
    );
    httpDuration(meter, 'client').record((performance.now() - this.#startMs) / 1000, attributes, parent);
  }
}
