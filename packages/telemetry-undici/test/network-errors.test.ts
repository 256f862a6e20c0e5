import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';

import { createTracingDispatcher } from '@gym/telemetry-undici';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { Agent } from 'undici';

import { recordTelemetry, type Recording } from './record-telemetry.ts';
import { selfSigned } from './self-signed.ts';
import { startServer, type TestServer } from './start-server.ts';

let recording: Recording;
let plain: TestServer;
const secure = createServer(selfSigned, (_request, response) => void response.end('{}'));
beforeAll(async () => {
  recording = await recordTelemetry();
  plain = await startServer((incoming, response) => void (incoming.url === '/never' || response.end()));
  await once(secure.listen(0, '127.0.0.1'), 'listening');
});
beforeEach(() => recording.takeSpans());
afterAll(async () => {
  secure.closeAllConnections();
  secure.close();
  await plain.stop();
});

const securePort = (): number => (secure.address() as AddressInfo).port;
const cases: readonly (readonly [string, string, () => string, Agent.Options])[] = [
  [
    'a name that no DNS server knows',
    'ENOTFOUND',
    () => 'http://nothing.invalid',
    // What getaddrinfo answers; the sandbox's own resolver may say EAI_AGAIN.
    {
      connect: { lookup: (name, _options, done) => done(Object.assign(new Error(name), { code: 'ENOTFOUND' }), '', 4) },
    },
  ],
  [
    'a self-signed certificate',
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    () => `https://127.0.0.1:${securePort()}`,
    { connect: { servername: 'localhost' } },
  ],
  [
    'a certificate for another host',
    'ERR_TLS_CERT_ALTNAME_INVALID',
    () => `https://127.0.0.1:${securePort()}`,
    { connect: { ca: selfSigned.cert, servername: 'elsewhere.test' } },
  ],
  ['TLS against a plain server', 'ERR_SSL_WRONG_VERSION_NUMBER', () => `https://127.0.0.1:${plain.port}`, {}],
  ['headers that never come', 'timeout', () => `http://127.0.0.1:${plain.port}/never`, { headersTimeout: 20 }],
];

test.each(cases)('%s is error.type %s, and an error of the span', async (_, errorType, origin, options) => {
  const dispatcher = createTracingDispatcher(new Agent(options));
  const { origin: base, pathname } = new URL(origin());
  await expect(dispatcher.request({ origin: base, path: pathname, method: 'GET' })).rejects.toThrow();
  await dispatcher.destroy();
  const spans = await recording.takeSpans();
  expect(spans).toMatchObject([{ status: { code: 2 }, events: [{ name: 'exception' }] }]);
  expect(spans[0]!.attributes['error.type']).toBe(errorType);
  expect(spans[0]!.attributes).not.toHaveProperty(['http.response.status_code']);
});

test('the durations of the calls above are in the metric by error.type, without a status', async () => {
  const points = await recording.stop();
  const attributes = points('http.client.request.duration').map((point) => point.attributes);
  expect(new Set(attributes.map((given) => given['error.type']))).toEqual(new Set(cases.map(([, type]) => type)));
  expect(attributes.filter((given) => 'http.response.status_code' in given)).toEqual([]);
});
