import type { AddressInfo, Server } from 'node:net';

import type { BodyBudget } from './body-budget.ts';
import type { Inbox } from './create-inbox.ts';
import { OtlpReceiverError } from './otlp-receiver-error.ts';
import type { Signal } from './received-data.ts';

/** What an endpoint needs. */
export interface EndpointOptions {
  readonly inbox: Inbox;
  readonly host: string;
  readonly port: number;
  readonly maxBodyBytes: number;
  readonly budget: BodyBudget;
  /** Whether an `authorization` header is the right one; undefined when none is needed. */
  readonly isAuthorized: ((header: string | undefined) => boolean) | undefined;
}

/** A listening endpoint. */
export interface Endpoint {
  readonly url: string;
  /** Closes the port and every socket at once. */
  stop(): Promise<void>;
}

/** The three signals. */
export const signals: readonly Signal[] = ['traces', 'metrics', 'logs'];

/** Bytes that no OTLP response decodes from, neither as protobuf nor as JSON. */
export const garbage: Buffer = Buffer.from('\u00ffgarbage', 'latin1');

/** Opens a port and tracks its sockets; rejects with `LISTEN_FAILED`. */
export async function listen(server: Server, host: string, port: number): Promise<Endpoint> {
  const sockets = new Set<{ destroy(): void }>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      reject(new OtlpReceiverError('LISTEN_FAILED', `cannot listen on ${host}:${port} (${cause.code})`, { cause }));
    });
    server.listen(port, host, resolve);
  });
  const address = server.address() as AddressInfo;
  const name = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return {
    url: `http://${name}:${address.port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
