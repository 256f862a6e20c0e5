import type { IncomingMessage, ServerResponse } from 'node:http';

import { getRuntime } from '@gym/telemetry';

import { splitRolloutPrefix } from './rollout-prefix.ts';
import type { ServerCall } from './server-call.ts';
import type { ResolvedServerOptions } from './server-options.ts';
import { startServerRequest } from './start-server-request.ts';

const callKey = Symbol('gym: the call of a request');

/** What is kept on a request: the URL it came with, as under Express, and its call. */
type TracedRequest = IncomingMessage & { originalUrl?: string; [callKey]?: ServerCall };

/** Takes a rollout prefix off `request.url`. */
export function stripRolloutPrefix(request: IncomingMessage): void {
  const url = request.url ?? '/';
  const { target, rolloutId } = splitRolloutPrefix(url);
  if (rolloutId === undefined) return;
  (request as TracedRequest).originalUrl ??= url;
  request.url = target;
}

/** The call of a request that {@link traceHttpRequest} has seen. */
export function callOfRequest(request: IncomingMessage): ServerCall | undefined {
  return (request as TracedRequest)[callKey];
}

/** Starts the call of a `node:http` request; who calls ends it. */
export function startHttpCall(request: IncomingMessage, options: ResolvedServerOptions): ServerCall | undefined {
  const { target, rolloutId } = splitRolloutPrefix((request as TracedRequest).originalUrl ?? request.url ?? '/');
  const { socket } = request;
  return startServerRequest(
    {
      method: request.method ?? 'GET',
      target,
      rolloutId,
      scheme: (socket as { readonly encrypted?: boolean }).encrypted ? 'https' : 'http',
      headers: request.headers,
      httpVersion: request.httpVersion,
      remoteAddress: socket.remoteAddress,
    },
    options,
  );
}

/**
 * Starts the telemetry of one `node:http` (or `http2` compatibility) request; it ends when the response closes: sent to
 * its end, or cut off.
 *
 * A request that has a call already, of a listener around a framework, keeps it: there is one SERVER span. `readError`
 * is asked at the end for what the handlers threw.
 */
export function traceHttpRequest(
  request: IncomingMessage,
  response: ServerResponse,
  options: ResolvedServerOptions,
  readError?: (request: IncomingMessage) => unknown,
): ServerCall | undefined {
  if (!getRuntime()) return undefined;
  const traced = request as TracedRequest;
  const outer = traced[callKey];
  if (outer) {
    // The listener that ends the call was there first.
    if (readError) response.prependOnceListener('close', () => noteError(outer, readError(request)));
    return outer;
  }
  const call = startHttpCall(request, options);
  if (!call) return undefined;
  traced[callKey] = call;
  response.once('close', () => {
    if (readError) noteError(call, readError(request));
    call.end(response.headersSent ? response.statusCode : undefined, response.writableFinished);
  });
  return call;
}

function noteError(call: ServerCall, error: unknown): void {
  if (error !== undefined) call.recordError(error);
}
