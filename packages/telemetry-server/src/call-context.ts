import { createContextKey, trace } from '@opentelemetry/api';
import type { Context, Span } from '@opentelemetry/api';

/** Under this key a context has the call of the request that is handled in it. */
export const callKey: symbol = createContextKey('gym: the request a server answers');
/** The API's own key: context keys of one name are one symbol. */
const spanKey = createContextKey('OpenTelemetry Context Key SPAN');

/**
 * A context with a span and a call on top of another one.
 *
 * Most requests only read it. The API's own contexts copy all their entries for each value that is set, which costs a
 * request two microseconds; this one does so when something is put on top of it.
 */
export class CallContext implements Context {
  readonly #parent: Context;
  readonly #span: Span | undefined;
  readonly #call: object;
  #copy: Context | undefined;

  constructor(parent: Context, span: Span | undefined, call: object) {
    this.#parent = parent;
    this.#span = span;
    this.#call = call;
  }

  getValue(key: symbol): unknown {
    if (key === callKey) return this.#call;
    return key === spanKey && this.#span ? this.#span : this.#parent.getValue(key);
  }

  setValue(key: symbol, value: unknown): Context {
    return this.#copied().setValue(key, value);
  }

  deleteValue(key: symbol): Context {
    return this.#copied().deleteValue(key);
  }

  #copied(): Context {
    if (!this.#copy) {
      const withCall = this.#parent.setValue(callKey, this.#call);
      this.#copy = this.#span ? trace.setSpan(withCall, this.#span) : withCall;
    }
    return this.#copy;
  }
}
