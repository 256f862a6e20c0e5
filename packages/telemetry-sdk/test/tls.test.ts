import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createSecureServer, type ServerHttp2Stream } from 'node:http2';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';

import { describe, expect, test } from '@jest/globals';

import { makeSpans, startTraces, type Protocol } from './delivery-tools.ts';

const certFile = fileURLToPath(new URL('fixtures/localhost-cert.pem', import.meta.url));
const keyFile = fileURLToPath(new URL('fixtures/localhost-key.pem', import.meta.url));
/** The server knows clients by the same self-signed certificate that it uses itself. */
const serverOptions = {
  cert: readFileSync(certFile),
  key: readFileSync(keyFile),
  ca: readFileSync(certFile),
  requestCert: true,
};

function answerCall(stream: ServerHttp2Stream): void {
  stream.resume();
  stream.on('end', () => {
    stream.respond({ 'content-type': 'application/grpc' }, { waitForTrailers: true });
    stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
    stream.end(Buffer.alloc(5));
  });
}

/** A TLS collector that accepts everything from clients with a certificate. */
async function startTlsCollector(protocol: Protocol): Promise<{ url: string; close: () => void }> {
  const server =
    protocol === 'grpc'
      ? createSecureServer({ ...serverOptions, rejectUnauthorized: true }).on('stream', answerCall)
      : createServer({ ...serverOptions, rejectUnauthorized: true }, (request, response) => {
          request.resume().on('end', () => response.end());
        });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `https://localhost:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

describe.each(['grpc', 'http/protobuf'] as const)('TLS by %s', (protocol) => {
  test('the certificates of OTEL_EXPORTER_OTLP_CERTIFICATE, _CLIENT_CERTIFICATE and _CLIENT_KEY are used', async () => {
    const collector = await startTlsCollector(protocol);
    await using sdk = await startTraces(protocol, collector.url, {
      OTEL_EXPORTER_OTLP_CERTIFICATE: certFile,
      OTEL_EXPORTER_OTLP_CLIENT_CERTIFICATE: certFile,
      OTEL_EXPORTER_OTLP_TRACES_CLIENT_KEY: keyFile,
    });
    makeSpans(3);
    const report = await sdk.shutdown({ timeoutMs: 5000 });
    collector.close();
    expect(report.signals.traces).toMatchObject({ status: 'delivered', exported: 3 });
  });

  test('a certificate of an unknown authority is refused, which is final', async () => {
    const collector = await startTlsCollector(protocol);
    await using sdk = await startTraces(protocol, collector.url);
    makeSpans(3);
    const report = await sdk.shutdown({ timeoutMs: 5000 });
    collector.close();
    expect(report).toMatchObject({ timedOut: false, signals: { traces: { dropped: { export_failed: 3 } } } });
    expect(sdk.lines[0]).toMatch(/: DEPTH_ZERO_SELF_SIGNED_CERT$/);
  });
});
