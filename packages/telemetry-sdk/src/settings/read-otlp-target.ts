import type { TelemetryConfig } from '@gym/telemetry-config';

import type { OtlpProtocol, OtlpTarget } from '../otlp/otlp-transport.ts';
import type { SignalName } from '../signal-counts.ts';
import { createOtelEnv, type Env, type Warn } from './otel-env.ts';
import { parseOtlpHeaders } from './parse-otlp-headers.ts';
import { readTls } from './read-tls.ts';
import { repairEndpoint } from './repair-endpoint.ts';

const protocols: readonly OtlpProtocol[] = ['grpc', 'http/protobuf', 'http/json'];
/** Source: OTLP exporter specification. */
const defaultTimeoutMs = 10_000;

/**
 * Decides where one signal goes: `OTEL_EXPORTER_OTLP_<SIGNAL>_*`, then the general setting (for endpoint, protocol and
 * headers that is the config, which has the general variable's value already), then the default.
 *
 * A wrong value is warned about and never shown when it may be a secret. Source: contract section 13.
 */
export function readOtlpTarget(
  signal: SignalName,
  config: TelemetryConfig,
  env: Env,
  userAgent: string,
  warn: Warn,
): OtlpTarget {
  const otel = createOtelEnv(env, warn);
  const own = `OTEL_EXPORTER_OTLP_${signal.toUpperCase()}_`;
  const setting = (suffix: string): string | undefined =>
    otel.text(own + suffix) ?? otel.text(`OTEL_EXPORTER_OTLP_${suffix}`);
  const nameOf = (suffix: string): string =>
    otel.text(own + suffix) === undefined ? `OTEL_EXPORTER_OTLP_${suffix}` : own + suffix;

  const ownEndpoint = otel.text(`${own}ENDPOINT`);
  const { problems, protocol, url } = repairEndpoint({
    raw: ownEndpoint ?? config.otlpEndpoint,
    signal,
    general: ownEndpoint === undefined,
    protocol: otel.word(`${own}PROTOCOL`, protocols) ?? config.otlpProtocol,
    insecure: otel.flag(nameOf('INSECURE')),
  });
  if (problems.length > 0) {
    warn(`${ownEndpoint === undefined ? 'otlp_endpoint' : `${own}ENDPOINT`}: ${problems.join('; ')}`);
  }
  const readHeaders = (source: string, text: string | undefined): Readonly<Record<string, string>> => {
    const { headers, problems: bad } = parseOtlpHeaders(text ?? '');
    if (bad.length > 0) warn(`${source}: ${bad.join('; ')}; ignored`);
    return headers;
  };
  return {
    signal,
    protocol,
    url,
    headers: {
      ...readHeaders('otlp_headers', config.otlpHeaders),
      ...readHeaders(`${own}HEADERS`, otel.text(`${own}HEADERS`)),
    },
    timeoutMs: otel.timeoutMs(nameOf('TIMEOUT')) ?? defaultTimeoutMs,
    compression: otel.word(nameOf('COMPRESSION'), ['gzip', 'none']) ?? 'none',
    tls: readTls(setting, warn),
    userAgent,
  };
}

/** The target for people: protocol and base URL, without credentials, query or headers. */
export function describeTarget({ protocol, signal, url }: OtlpTarget): string {
  if (url.startsWith('unix:')) return `otlp ${protocol} ${url}`;
  const { host, pathname, protocol: scheme } = new URL(url);
  const base = pathname.endsWith(`/v1/${signal}`) ? pathname.slice(0, -`/v1/${signal}`.length) : pathname;
  return `otlp ${protocol} ${scheme}//${host}${base === '/' ? '' : base}`;
}
