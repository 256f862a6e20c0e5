import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server on a free port of 127.0.0.1. */
export interface TestServer {
  readonly origin: string;
  readonly port: number;
  readonly server: Server;
  /** The requests since the start, oldest first. */
  readonly requests: IncomingMessage[];
  stop(): Promise<void>;
}

/** Starts a server; it answers `{}` unless a listener is given. */
export async function startServer(
  listener: RequestListener = (_request, response) => response.end('{}'),
): Promise<TestServer> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    listener(request, response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    server,
    requests,
    async stop() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/** The values of one header as they came over the wire. */
export function rawHeader(request: IncomingMessage | undefined, name: string): string[] {
  const raw = request?.rawHeaders ?? [];
  return raw.filter((_, index) => index % 2 === 1 && raw[index - 1]?.toLowerCase() === name);
}
