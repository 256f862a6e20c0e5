import type { IncomingMessage, ServerResponse } from 'node:http';

import { getRuntime } from '@gym/telemetry';

import { splitRolloutPrefix } from './rollout-prefix.ts';
import type { ServerCall } from './server-call.ts';
import type { ResolvedServerOptions } from './server-options.ts';
import { startServerRequest } from './start-server-request.ts';

/** A request whose rollout prefix was taken off keeps the URL it came with, as under Express. */
type OriginalUrl = { originalUrl?: string };

/** Takes a rollout prefix off `request.url`. */
export function stripRolloutPrefix(request: IncomingMessage): void {
  const url = request.url ?? '/';
  const { target, rolloutId } = splitRolloutPrefix(url);
  if (rolloutId === undefined) return;
  (request as OriginalUrl).originalUrl ??= url;
  request.url = target;
}

/**
 * Starts the telemetry of one `node:http` (or `http2` compatibility) request, whose prefix is stripped already; it ends
 * when the response closes: sent to its end, or cut off.
 */
export function traceHttpRequest(
  request: IncomingMessage,
  response: ServerResponse,
  options: ResolvedServerOptions,
): ServerCall | undefined {
  if (!getRuntime()) return undefined;
  const { originalUrl } = request as OriginalUrl;
  const call = startServerRequest(
    {
      method: request.method ?? 'GET',
      target: request.url ?? '/',
      rolloutId: originalUrl === undefined ? undefined : splitRolloutPrefix(originalUrl).rolloutId,
      scheme: (request.socket as { readonly encrypted?: boolean }).encrypted ? 'https' : 'http',
      headers: request.headers,
      httpVersion: request.httpVersion,
      remoteAddress: request.socket.remoteAddress,
    },
    options,
  );
  if (call) {
    response.once('close', () => {
      call.end(response.headersSent ? response.statusCode : undefined, response.writableFinished);
    });
  }
  return call;
}
