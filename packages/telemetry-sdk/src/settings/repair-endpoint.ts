import type { OtlpProtocol } from '../otlp/otlp-transport.ts';
import type { SignalName } from '../signal-counts.ts';

/** What {@link repairEndpoint} is given. */
export interface EndpointInput {
  /** The text as configured; undefined for the protocol's default. */
  readonly raw: string | undefined;
  readonly signal: SignalName;
  /** False for `OTEL_EXPORTER_OTLP_<SIGNAL>_ENDPOINT`, whose path is used as it is. */
  readonly general: boolean;
  /** The configured protocol; undefined for the default, grpc, which then gives way to an endpoint on port 4318. */
  readonly protocol: OtlpProtocol | undefined;
  /** `OTEL_EXPORTER_OTLP_INSECURE`; decides only where the scheme is missing. */
  readonly insecure: boolean | undefined;
}

/** A usable endpoint, and what had to be changed or looks wrong, without credentials or query values. */
export interface RepairedEndpoint {
  readonly url: string;
  readonly protocol: OtlpProtocol;
  readonly problems: readonly string[];
}

const grpcPort = '4317';
const httpPort = '4318';
const schemes: Readonly<Record<string, string>> = { http: 'http', https: 'https', grpc: 'http', grpcs: 'https' };
const signalPath = /\/v1\/(traces|metrics|logs)\/?$/;

/**
 * Turns an endpoint as people write it into the one that is used. Never throws; text that is no endpoint gives the default.
 *
 * Source: OTLP exporter specification, "Endpoint URLs for OTLP/HTTP"; contract section 13.
 */
export function repairEndpoint(input: EndpointInput): RepairedEndpoint {
  const problems: string[] = [];
  const raw = input.raw?.trim();
  const isDefault = raw === undefined || raw === '';
  if (!isDefault && /^unix:/i.test(raw)) {
    if (input.protocol === undefined || input.protocol === 'grpc') return { url: raw, protocol: 'grpc', problems };
    problems.push('a unix socket works with grpc only; using the default endpoint');
  }
  const url = isDefault ? undefined : parseUrl(raw, input.insecure, problems);
  const protocol = input.protocol ?? (url?.port === httpPort ? 'http/protobuf' : 'grpc');
  if (url !== undefined) checkPort(url.port, input.protocol, problems);
  if (protocol === 'grpc') return { url: grpcUrl(url, problems), protocol, problems };
  return { url: httpUrl(url, input, problems), protocol, problems };
}

function parseUrl(raw: string, insecure: boolean | undefined, problems: string[]): URL | undefined {
  const match = /^([a-z][a-z\d+.-]*):\/\/(.*)$/is.exec(raw);
  const scheme = match?.[1]?.toLowerCase();
  if (scheme === 'unix' || /^unix:/i.test(raw)) return undefined;
  const rest = match?.[2] ?? raw.replace(/^\/\//, '');
  const known = scheme === undefined ? undefined : schemes[scheme];
  if (scheme !== undefined && known === undefined) {
    problems.push(`the scheme ${scheme}:// is not supported; using the default endpoint`);
    return undefined;
  }
  const url = tryUrl(`${known ?? 'http'}://${rest}`);
  if (url === undefined) {
    problems.push('it is no valid URL; using the default endpoint');
    return undefined;
  }
  if (known === undefined) {
    const secure = insecure === false || url.port === '443' || rest.split(/[/?#]/)[0]?.endsWith(':443') === true;
    if (secure) url.protocol = 'https:';
    problems.push(`it has no scheme; using ${secure ? 'https' : 'http'}://`);
  } else if (known !== scheme) problems.push(`${scheme}:// is no URL scheme of OTLP; using ${known}://`);
  return url;
}

function tryUrl(text: string): URL | undefined {
  try {
    const url = new URL(text);
    return url.hostname === '' ? undefined : url;
  } catch {
    return undefined;
  }
}

function checkPort(port: string, protocol: OtlpProtocol | undefined, problems: string[]): void {
  if (port === httpPort && protocol === undefined) problems.push('port 4318 is for HTTP; using http/protobuf');
  if (port === httpPort && protocol === 'grpc')
    problems.push('port 4318 is usually for HTTP, but the protocol is grpc');
  if (port === grpcPort && protocol?.startsWith('http')) {
    problems.push(`port 4317 is usually for gRPC, but the protocol is ${protocol}`);
  }
}

function grpcUrl(url: URL | undefined, problems: string[]): string {
  if (url === undefined) return `http://localhost:${grpcPort}`;
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '') {
    problems.push('gRPC has no path or query; using scheme, host and port only');
  }
  return `${url.protocol}//${url.host}`;
}

function httpUrl(url: URL | undefined, { general, signal }: EndpointInput, problems: string[]): string {
  if (url === undefined) return `http://localhost:${httpPort}/v1/${signal}`;
  url.hash = '';
  if (!general) return url.href;
  if (url.search !== '') problems.push('it has a query; the /v1/... path goes before it');
  if (signalPath.test(url.pathname)) {
    problems.push('the general endpoint is a base without /v1/...; that part is left out');
    url.pathname = url.pathname.replace(signalPath, '/');
  }
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/v1/${signal}`;
  return url.href;
}
