import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { isLoopback } from '@gym/otlp-receiver';

import { ViewerError } from '../viewer-error.ts';
import { readPageFile } from './read-page-file.ts';
import { toJson } from './to-json.ts';

/** Settings of {@link startWebServer}. */
export interface WebServerOptions {
  readonly host: string;
  readonly port: number;
  readonly webFolder: string;
  /** Answers `/api/<name>`; undefined is a 404. */
  readonly answer: (name: string, query: URLSearchParams) => Promise<unknown>;
  /** The state that `/api/events` sends, at most twice a second and only when it changed. */
  readonly state: () => unknown;
}

/** A running web server. */
export interface WebServer {
  readonly url: string;
  stop(): Promise<void>;
}

const headers = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
};
const tickMs = 500;

/**
 * Serves the page, its API and its event stream. It only reads: other methods get 405. A server on a loopback address
 * refuses requests for another `Host` (403), so that no page of the web reaches it by a name of its own.
 */
export async function startWebServer(options: WebServerOptions): Promise<WebServer> {
  const { host, port, webFolder, answer, state } = options;
  const streams = new Set<ServerResponse>();
  let sent = '';
  const tick = setInterval(() => {
    const now = toJson(state());
    if (now === sent) return;
    sent = now;
    for (const stream of streams) if (!stream.writableNeedDrain) stream.write(`data: ${now}\n\n`);
  }, tickMs);

  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const send = (status: number, type: string, body: string | Buffer): void => {
      response
        .writeHead(status, { ...headers, 'content-type': type })
        .end(request.method === 'HEAD' ? undefined : body);
    };
    const sendError = (status: number, error: string): void => send(status, 'application/json', toJson({ error }));
    if (isLoopback(host) && !isLoopback(request.headers.host ?? ''))
      return sendError(403, 'ask for 127.0.0.1 or localhost');
    if (request.method !== 'GET' && request.method !== 'HEAD') return sendError(405, 'GET only');
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === '/api/events') {
      response.writeHead(200, { ...headers, 'content-type': 'text/event-stream' });
      response.write(`data: ${toJson(state())}\n\n`);
      streams.add(response);
      response.once('close', () => streams.delete(response));
      return;
    }
    if (pathname.startsWith('/api/')) {
      const found = await answer(pathname.slice('/api/'.length), searchParams);
      return found === undefined ? sendError(404, 'not found') : send(200, 'application/json', toJson(found));
    }
    const file = await readPageFile(pathname, webFolder).catch(() => 'unbuilt' as const);
    if (file === 'unbuilt')
      return send(503, 'text/plain; charset=utf-8', 'The page is not built: run npm run build.\n');
    return file === undefined ? sendError(404, 'not found') : send(200, file.type, file.body);
  };

  const server = createServer((request, response) => {
    respond(request, response).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(500, { ...headers, 'content-type': 'application/json' });
      response.end(toJson({ error: (error as Error).message }));
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve);
  }).catch((cause: Error) => {
    clearInterval(tick);
    throw new ViewerError(`cannot listen on ${host}:${port} (${cause.message}); pick another --port`, 2, { cause });
  });
  const address = server.address() as AddressInfo;
  return {
    url: `http://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}`,
    stop: () =>
      new Promise((resolve) => {
        clearInterval(tick);
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
