import { Agent, BalancedPool, Client, Dispatcher, Pool } from 'undici';

import { traceDispatch } from './trace-dispatch.ts';
import { resolveTracingOptions, type ResolvedTracingOptions, type TracingOptions } from './tracing-options.ts';

type Callback = () => void;

const forwardedEvents = ['connect', 'disconnect', 'connectionError', 'drain'] as const;

/** undici's own dispatchers that write the headers they are given; others (retry, mock, composed) may take them apart. */
function isPlain(dispatcher: Dispatcher): boolean {
  return [Agent, Pool, Client, BalancedPool].some(
    (plain) => dispatcher instanceof plain && dispatcher.dispatch === plain.prototype.dispatch,
  );
}

/** See {@link createTracingDispatcher}. */
class TracingDispatcher extends Dispatcher {
  readonly #inner: Dispatcher;
  readonly #settings: ResolvedTracingOptions;

  constructor(inner: Dispatcher, options: TracingOptions) {
    super();
    this.#inner = inner;
    this.#settings = resolveTracingOptions(options, isPlain(inner));
    for (const event of forwardedEvents) {
      (inner as NodeJS.EventEmitter).on(event, (...args: unknown[]) =>
        (this as NodeJS.EventEmitter).emit(event, ...args),
      );
    }
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    return traceDispatch(this.#inner, this.#settings, options, handler);
  }

  override close(callback?: Callback): Promise<void> {
    return (callback ? this.#inner.close(callback) : this.#inner.close()) as Promise<void>;
  }

  override destroy(error?: Error | null | Callback, callback?: Callback): Promise<void> {
    if (typeof error === 'function') return this.#inner.destroy(error) as unknown as Promise<void>;
    const reason = error ?? null;
    return (callback ? this.#inner.destroy(reason, callback) : this.#inner.destroy(reason)) as Promise<void>;
  }

  /** undici's `fetch` asks a mock agent this before it makes a body. */
  get isMockActive(): boolean | undefined {
    return (this.#inner as { readonly isMockActive?: boolean }).isMockActive;
  }
}

/** Whether a dispatcher was made by {@link createTracingDispatcher}. */
export function isTracingDispatcher(dispatcher: Dispatcher): boolean {
  return dispatcher instanceof TracingDispatcher;
}

/**
 * A dispatcher that sends every request through `dispatcher` with trace headers, one CLIENT span per attempt and
 * `http.client.request.duration`.
 *
 * The parent is the span active at `dispatch`. The span ends at the response's headers, since who reads the body, and
 * whether anybody does, is not known here; a failure, an upgrade or a response without headers ends it as well. Closing
 * and destroying pass through, and so do the dispatcher's events. With telemetry off a request is handed on as it is.
 * Inside another tracing dispatcher or interceptor it does nothing. Source: contract section 9, semconv HTTP 1.4x.
 */
export function createTracingDispatcher(dispatcher: Dispatcher, options: TracingOptions = {}): Dispatcher {
  return new TracingDispatcher(dispatcher, options);
}
