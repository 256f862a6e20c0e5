import { connect, type Socket } from 'node:net';

import { answerMessages } from '../bench-child.ts';
import { keepAwake } from '../keep-awake.ts';

// The client of the benchmark `server`: raw sockets that send a request with a traceparent as soon as the last is answered.
interface LoadOrder {
  readonly port: number;
  readonly connections: number;
  readonly ms: number;
}

let sent = 0;

function nextRequest(port: number): string {
  const spanId = (++sent).toString(16).padStart(16, '0');
  const traceparent = `00-11111111111111111111111111111111-${spanId}-01`;
  return `GET /items/7 HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nuser-agent: bench\r\ntraceparent: ${traceparent}\r\n\r\n`;
}

const pools = new Map<number, Promise<Socket>[]>();

function openSocket(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  return new Promise((opened, failed) => {
    socket.once('connect', () => opened(socket)).once('error', failed);
    socket.once('close', () => process.exit(1));
  });
}

async function drive({
  port,
  connections,
  ms,
}: LoadOrder): Promise<{ readonly requests: number; readonly wallMs: number }> {
  let pool = pools.get(port);
  if (!pool) pools.set(port, (pool = Array.from({ length: connections }, () => openSocket(port))));
  const sockets = await Promise.all(pool);
  const letSleep = keepAwake();
  const startedAt = performance.now();
  let requests = 0;
  await Promise.all(
    sockets.map(
      (socket) =>
        new Promise<void>((done) => {
          const onData = (chunk: Buffer): void => {
            // The answer is small and comes in one piece.
            if (chunk.at(-1) !== 125) return;
            requests++;
            if (performance.now() - startedAt < ms) {
              socket.write(nextRequest(port));
              return;
            }
            socket.off('data', onData);
            done();
          };
          socket.on('data', onData);
          socket.write(nextRequest(port));
        }),
    ),
  );
  letSleep();
  return { requests, wallMs: performance.now() - startedAt };
}

answerMessages({}, drive);
