import { redactQuery } from '@gym/telemetry';
import type { Attributes } from '@opentelemetry/api';

/** A request as an adapter found it. */
export interface IncomingRequest {
  /** As the client wrote it. */
  readonly method: string;
  /** Path and query, without a rollout prefix. */
  readonly target: string;
  /** The id a rollout prefix named. */
  readonly rolloutId?: string | undefined;
  readonly scheme: 'http' | 'https';
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** `1.1`, `2.0`. */
  readonly httpVersion?: string | undefined;
  readonly remoteAddress?: string | undefined;
}

/** What a `host` header says. */
interface ServerAddress {
  readonly address: string | undefined;
  readonly port: number | undefined;
}

/** A server has few names; a caller who makes up many empties the cache, no more. */
const servers = new Map<string, ServerAddress>();
const maxServers = 64;

/** The path of a request target, without its query. */
export function pathOf(target: string): string {
  const mark = target.indexOf('?');
  return mark < 0 ? target : target.slice(0, mark);
}

/** `network.protocol.version`: HTTP/2 and HTTP/3 have no minor version. */
export function protocolVersion(httpVersion: string): string {
  return httpVersion.endsWith('.0') && httpVersion !== '1.0' ? httpVersion.slice(0, -2) : httpVersion;
}

/** The attributes a SERVER span starts with, `method` being the known one; signature values in the query are redacted. Source: semconv HTTP 1.4x. */
export function requestAttributes(request: IncomingRequest, method: string, trusted: boolean): Attributes {
  const { target, headers, httpVersion } = request;
  const path = pathOf(target);
  const attributes: Attributes = {
    'http.request.method': method,
    'url.path': path,
    'url.scheme': request.scheme,
  };
  if (method !== request.method) attributes['http.request.method_original'] = request.method;
  if (target.length > path.length + 1) attributes['url.query'] = redactQuery(target.slice(path.length + 1));
  if (httpVersion !== undefined) attributes['network.protocol.version'] = protocolVersion(httpVersion);
  const userAgent = headers['user-agent'];
  if (typeof userAgent === 'string') attributes['user_agent.original'] = userAgent;
  const client = (trusted ? forwardedFor(headers['x-forwarded-for']) : undefined) ?? request.remoteAddress;
  if (client !== undefined) attributes['client.address'] = client;
  const host = headers['host'] ?? headers[':authority'];
  if (typeof host === 'string') setServerAddress(attributes, host, request.scheme);
  return attributes;
}

function forwardedFor(header: string | readonly string[] | undefined): string | undefined {
  const first = (typeof header === 'string' ? header : header?.[0])?.split(',', 1)[0]?.trim();
  return first === '' ? undefined : first;
}

function setServerAddress(attributes: Attributes, host: string, scheme: IncomingRequest['scheme']): void {
  let server = servers.get(host);
  if (!server) {
    if (servers.size >= maxServers) servers.clear();
    servers.set(host, (server = parseHost(host)));
  }
  if (server.address === undefined) return;
  attributes['server.address'] = server.address;
  attributes['server.port'] = server.port ?? (scheme === 'https' ? 443 : 80);
}

function parseHost(host: string): ServerAddress {
  const match = /^(?:\[(?<v6>[^\]]+)\]|(?<name>[^:]+))(?::(?<port>\d+))?$/.exec(host)?.groups;
  if (!match) return { address: undefined, port: undefined };
  return { address: match['v6'] ?? match['name'] ?? '', port: match['port'] ? Number(match['port']) : undefined };
}
