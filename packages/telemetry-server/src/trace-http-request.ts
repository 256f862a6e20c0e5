import type { IncomingMessage, ServerResponse } from 'node:http';

import { getRuntime } from '@gym/telemetry';

import { splitRolloutPrefix } from './rollout-prefix.ts';
import type { ServerCall } from './server-call.ts';
import type { ResolvedServerOptions } from './server-options.ts';
import { startServerRequest } from './start-server-request.ts';

const callKey = Symbol('gym: the call of a request');

/** What is kept on a request: the URL it came with, as under Express, and its call. */
type TracedRequest = IncomingMessage & { originalUrl?: string; [callKey]?: ServerCall };

type TracedResponse = ServerResponse & { [callKey]?: ServerCall };

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
 * its end, or cut off. A request that has a call already, of a listener around a framework, keeps it.
 */
export function traceHttpRequest(
  request: IncomingMessage,
  response: ServerResponse,
  options: ResolvedServerOptions,
): ServerCall | undefined {
  if (!getRuntime()) return undefined;
  const traced = request as TracedRequest;
  let call = traced[callKey];
  if (call) return call;
  call = startHttpCall(request, options);
  if (!call) return undefined;
  traced[callKey] = call;
  (response as TracedResponse)[callKey] = call;
  response.on('close', endCall);
  return call;
}

/** One function for all responses: a closure and a `once` for each cost more than the rest of the ending. */
function endCall(this: TracedResponse): void {
  this[callKey]?.end(this.headersSent ? this.statusCode : undefined, this.writableFinished);
}
