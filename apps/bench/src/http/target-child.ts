import { createServer, type AddressInfo } from 'node:net';

import { answerMessages } from '../bench-child.ts';
import { keepAwake } from '../keep-awake.ts';

// The server that the benchmark `client` calls: a raw socket that answers each head of a request with 53 bytes of JSON.
const body = JSON.stringify({ id: 7, name: 'an item of the benchmark', ok: true });
const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: keep-alive\r\n';
const answer = Buffer.from(`${head}content-length: ${body.length}\r\n\r\n${body}`);

const server = createServer({ noDelay: true }, (socket) => {
  let pending = '';
  socket.on('data', (chunk) => {
    pending += chunk.toString('latin1');
    for (let end = pending.indexOf('\r\n\r\n'); end >= 0; end = pending.indexOf('\r\n\r\n')) {
      pending = pending.slice(end + 4);
      socket.write(answer);
    }
  });
  socket.on('error', () => socket.destroy());
});
keepAwake();
server.listen(0, '127.0.0.1', () => answerMessages({ port: (server.address() as AddressInfo).port }, () => ({})));
