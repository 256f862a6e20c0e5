import { context as contextApi } from '@opentelemetry/api';
import type { Context } from '@opentelemetry/api';
import type { Dispatcher } from 'undici';

type Callback = (...args: unknown[]) => unknown;

const callbackNames: readonly string[] = [
  'onRequestStart',
  'onRequestUpgrade',
  'onResponseStart',
  'onResponseData',
  'onResponseEnd',
  'onResponseError',
  'onConnect',
  'onUpgrade',
  'onHeaders',
  'onData',
  'onComplete',
  'onError',
  'onResponseStarted',
  'onBodySent',
  'onRequestSent',
];

/** A handler whose callbacks run in `context`, so that what suppresses tracing in undici does not reach its caller. */
export function keepContext(handler: Dispatcher.DispatchHandler, context: Context): Dispatcher.DispatchHandler {
  const callbacks = handler as Readonly<Record<string, unknown>>;
  const bound: Record<string, Callback> = {};
  for (const name of callbackNames) {
    const callback = callbacks[name];
    if (typeof callback !== 'function') continue;
    bound[name] = (...args) => contextApi.with(context, callback as Callback, handler, ...args);
  }
  return bound;
}
