import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

import { context as contextApi } from '@opentelemetry/api';

import { noteRejection } from './note-rejection.ts';
import { resolveServerOptions, type ServerTelemetryOptions } from './server-options.ts';
import { startHttpCall, stripRolloutPrefix } from './trace-http-request.ts';

/** A listener of a server's `upgrade` event. */
export type UpgradeListener = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/**
 * An `upgrade` listener that takes each connection over in the caller's trace, with a SERVER span.
 *
 * The span ends when the listener has returned, or its promise is settled: the handshake, not the life of the
 * connection. What was written to the socket is not read, so there is no status. What the listener
 * throws or rejects with is noted on the span and goes on unchanged.
 */
export function tracedUpgrade(listener: UpgradeListener, options: ServerTelemetryOptions = {}): UpgradeListener {
  const resolved = resolveServerOptions(options);
  return function (this: unknown, request, socket, head) {
    stripRolloutPrefix(request);
    const call = startHttpCall(request, resolved);
    if (!call) return listener.call(this, request, socket, head);
    let result: unknown;
    try {
      // Not by `with`'s own `this`: it calls `listener.bind`, which is an HTTP method of an Express app.
      result = contextApi.with(call.context, () => listener.call(this, request, socket, head));
    } catch (error) {
      call.recordError(error);
      call.end(undefined, true);
      throw error;
    }
    return noteRejection(call, result, () => call.end(undefined, true));
  };
}
