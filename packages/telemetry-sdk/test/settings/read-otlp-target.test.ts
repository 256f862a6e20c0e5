import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { defineTelemetryConfig, type TelemetryConfigInput } from '@gym/telemetry-config';
import { describe, expect, test } from '@jest/globals';

import type { OtlpTarget } from '../../src/otlp/otlp-transport.ts';
import { describeTarget, readOtlpTarget } from '../../src/settings/read-otlp-target.ts';

function read(
  config: TelemetryConfigInput,
  env: Record<string, string> = {},
): { target: OtlpTarget; warnings: string[] } {
  const warnings: string[] = [];
  const target = readOtlpTarget('traces', defineTelemetryConfig(config), env, 'agent', (m) => warnings.push(m));
  return { target, warnings };
}

describe('readOtlpTarget', () => {
  test('nothing set gives grpc to localhost:4317, 10 s, no compression', () => {
    expect(read({})).toEqual({
      target: {
        signal: 'traces',
        protocol: 'grpc',
        url: 'http://localhost:4317',
        headers: {},
        timeoutMs: 10_000,
        compression: 'none',
        tls: {},
        userAgent: 'agent',
      },
      warnings: [],
    });
  });

  test('OTEL_EXPORTER_OTLP_TRACES_* beats the general settings, header by header', () => {
    const { target, warnings } = read(
      { otlpEndpoint: 'http://general:4317', otlpProtocol: 'grpc', otlpHeaders: 'a=1,b=1' },
      {
        OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://own/custom',
        OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'HTTP/JSON',
        OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'b=2',
        OTEL_EXPORTER_OTLP_TRACES_TIMEOUT: '0',
        OTEL_EXPORTER_OTLP_TIMEOUT: '5',
        OTEL_EXPORTER_OTLP_COMPRESSION: 'Gzip',
      },
    );
    expect(warnings).toEqual([]);
    expect(target).toMatchObject({
      url: 'https://own/custom',
      protocol: 'http/json',
      headers: { a: '1', b: '2' },
      timeoutMs: Number.POSITIVE_INFINITY,
      compression: 'gzip',
    });
  });

  test('several problems of one endpoint make one warning', () => {
    expect(read({ otlpEndpoint: 'h:4318/v1/traces', otlpProtocol: 'http/protobuf' }).warnings).toEqual([
      'otlp_endpoint: it has no scheme; using http://; the general endpoint is a base without /v1/...; that part is left out',
    ]);
  });

  test('a bad header is named and its value is not shown', () => {
    const { target, warnings } = read({}, { OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'good=1,secret=%zzhush' });
    expect(target.headers).toEqual({ good: '1' });
    expect(warnings).toEqual([
      'OTEL_EXPORTER_OTLP_TRACES_HEADERS: the value of secret is empty or badly percent-encoded; ignored',
    ]);
  });

  test('certificates are read from their files, one that is missing is warned about', () => {
    const directory = mkdtempSync(join(tmpdir(), 'gym-'));
    const ca = join(directory, 'ca.pem');
    writeFileSync(ca, 'PEM');
    const { target, warnings } = read(
      { otlpEndpoint: 'https://h' },
      { OTEL_EXPORTER_OTLP_CERTIFICATE: ca, OTEL_EXPORTER_OTLP_CLIENT_KEY: join(directory, 'none.pem') },
    );
    rmSync(directory, { recursive: true });
    expect(target.tls).toEqual({ ca: Buffer.from('PEM') });
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(/^OTEL_EXPORTER_OTLP_CLIENT_KEY: cannot read .*ENOENT/);
  });
});

describe('describeTarget', () => {
  test.each([
    [{ otlpEndpoint: 'http://user:pass@h:4317' }, 'otlp grpc http://h:4317'],
    [{ otlpEndpoint: 'http://h:4318/base?key=secret', otlpProtocol: 'http/json' }, 'otlp http/json http://h:4318/base'],
    [{ otlpEndpoint: 'unix:///tmp/s' }, 'otlp grpc unix:///tmp/s'],
  ] as const)('%j is described without secrets as %s', (config, text) => {
    expect(describeTarget(read(config).target)).toBe(text);
  });
});
