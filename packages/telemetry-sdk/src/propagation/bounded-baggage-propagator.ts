import {
  propagation,
  type Context,
  type TextMapGetter,
  type TextMapPropagator,
  type TextMapSetter,
} from '@opentelemetry/api';
import { W3CBaggagePropagator } from '@opentelemetry/core';

import { parseBaggage } from './parse-baggage.ts';
import { readHeader } from './read-header.ts';

/**
 * Carries W3C baggage: OpenTelemetry's own inject (8192 bytes, 180 members) and an extract with the same limits.
 *
 * Several headers are one list. Extract drops malformed members alone and leaves the context as it is when nothing
 * remains; it does not throw unless the caller's getter does.
 */
export class BoundedBaggagePropagator implements TextMapPropagator {
  readonly #stock = new W3CBaggagePropagator();

  inject<C>(context: Context, carrier: C, setter: TextMapSetter<C>): void {
    this.#stock.inject(context, carrier, setter as TextMapSetter<unknown>);
  }

  extract<C>(context: Context, carrier: C, getter: TextMapGetter<C>): Context {
    const headers = readHeader(carrier, getter, 'baggage');
    if (headers.length === 0) return context;
    const entries = parseBaggage(headers.join(','));
    if (entries.size === 0) return context;
    return propagation.setBaggage(context, propagation.createBaggage(Object.fromEntries(entries)));
  }

  fields(): string[] {
    return this.#stock.fields();
  }
}
