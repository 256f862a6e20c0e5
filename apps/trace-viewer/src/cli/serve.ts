import { isLoopback } from '@gym/otlp-receiver';

import { readLogs } from '../input/read-logs.ts';
import { startViewer } from '../serve/start-viewer.ts';
import { openStore } from '../store/open-store.ts';
import { ViewerError } from '../viewer-error.ts';
import type { Terminal } from './terminal.ts';

/** Options of `gym-trace serve`. */
export interface ServeOptions {
  readonly port: number;
  readonly grpcPort: number;
  readonly httpPort: number;
  readonly host: string;
  readonly allowRemote?: boolean | undefined;
  /** The environment variable that has the token of the senders. */
  readonly tokenEnv?: string | undefined;
  readonly store: string;
  readonly maxSpans: number;
  /** Of a DuckDB file. */
  readonly maxSizeMb: number;
  readonly maxAgeDays?: number | undefined;
}

/** Starts the viewer, says where it is, and resolves when SIGINT or SIGTERM stopped it. */
export async function serve(logs: readonly string[], options: ServeOptions, terminal: Terminal): Promise<void> {
  const { host, port, grpcPort, httpPort, store: where, maxSpans } = options;
  const authToken = options.tokenEnv === undefined ? undefined : readToken(options.tokenEnv);
  if (!isLoopback(host)) {
    if (options.allowRemote !== true)
      throw new ViewerError(
        `--host ${host} can be reached from other machines and there is no login; add --allow-remote if you mean it`,
      );
    const sending = authToken === undefined ? ' and send some' : '';
    terminal.warn(
      `warning: anyone who reaches ${host} can read all spans${sending}; the page has no login, and there is no TLS`,
    );
  }
  const spans = logs.length === 0 ? [] : readLogs(logs, terminal);
  const warn = (message: string): void => terminal.warn(message);
  const maxAgeMs = options.maxAgeDays === undefined ? undefined : options.maxAgeDays * 86_400_000;
  const limits = { maxBytes: options.maxSizeMb * 2 ** 20, maxAgeMs };
  const store = await openStore({ store: where, maxSpans, limits, log: warn });
  const viewer = await startViewer({ store, host, authToken, port, grpcPort, httpPort, spans, log: warn }).catch(
    (error: unknown) => {
      if (error instanceof Error && error.name === 'OtlpReceiverError')
        throw new ViewerError(`${error.message}; pick another --grpc-port or --http-port`, 2, { cause: error });
      throw error;
    },
  );
  terminal.line(`page   ${viewer.url}/`);
  terminal.line(`OTLP   grpc ${viewer.grpcUrl}  http ${viewer.httpUrl}`);
  terminal.line(
    `store  ${where === 'memory' ? `memory, the last ${maxSpans} spans` : where.replace(/\/\/[^@/]*@/, '//')}; Ctrl-C stops`,
  );
  await new Promise<void>((resolve) => {
    const stop = (): void => resolve();
    process.once('SIGINT', stop).once('SIGTERM', stop);
  });
  await viewer.stop();
}

/** A token comes from the environment, since a command line is there for all to see. */
function readToken(name: string): string {
  const token = process.env[name];
  if (token) return token;
  throw new ViewerError(`--token-env ${name}: the variable ${name} is not set; put the token there`);
}
