import { createServer } from 'node:http';
import { createServer as createHttp2Server } from 'node:http2';
import type { AddressInfo } from 'node:net';

import { answerMessages } from '../bench-child.ts';

// A collector that answers every request after the delay it was told, and looks at nothing in it: OTLP over HTTP and gRPC.
let delayMs = 0;

/** A gRPC message of no bytes: not compressed, length 0. */
const emptyMessage = Buffer.alloc(5);

const overHttp = createServer((request, response) => {
  request.resume().on('end', () => {
    setTimeout(() => {
      response.setHeader('content-type', request.headers['content-type'] ?? '');
      response.end(request.headers['content-type'] === 'application/json' ? '{}' : '');
    }, delayMs);
  });
});

const overGrpc = createHttp2Server();
overGrpc.on('stream', (stream) => {
  stream.on('error', () => {});
  stream.resume().on('end', () => {
    setTimeout(() => {
      stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true });
      stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
      stream.end(emptyMessage);
    }, delayMs);
  });
});

const listening = [overHttp, overGrpc].map(
  (server) => new Promise((ready) => server.listen(0, '127.0.0.1', () => ready(0))),
);
await Promise.all(listening);
const [httpPort, grpcPort] = [overHttp, overGrpc].map((server) => (server.address() as AddressInfo).port);
answerMessages({ httpPort, grpcPort }, (order: { readonly delayMs: number }) => {
  delayMs = order.delayMs;
  return {};
});
