/** What a span and a metric say about one origin. */
export interface OriginDescription {
  /** Scheme, host and port as in a URL, credentials replaced by `REDACTED`; empty when the origin is unknown. */
  readonly base: string;
  readonly address: string;
  readonly port: number;
}

const unknownOrigin: OriginDescription = { base: '', address: '', port: 0 };
const defaultPorts: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };
/** A crawler meets many origins; the cache is emptied when it holds this many. */
const maxCachedOrigins = 256;

/** Makes a describer of origins that parses each one once. What is no URL gives an empty description. */
export function createOriginDescriber(): (origin: string | URL | undefined) => OriginDescription {
  const cache = new Map<string, OriginDescription>();
  return (origin) => {
    if (!origin) return unknownOrigin;
    const key = typeof origin === 'string' ? origin : origin.href;
    let description = cache.get(key);
    if (!description) {
      if (cache.size >= maxCachedOrigins) cache.clear();
      cache.set(key, (description = describeOrigin(key)));
    }
    return description;
  };
}

/** Describes one origin; see {@link createOriginDescriber}. */
export function describeOrigin(origin: string): OriginDescription {
  if (!URL.canParse(origin)) return unknownOrigin;
  const { protocol, host, hostname, port, username, password } = new URL(origin);
  const credentials = username || password ? 'REDACTED:REDACTED@' : '';
  return {
    base: `${protocol}//${credentials}${host}`,
    // An IPv6 address has brackets in a URL and none in `server.address`.
    address: hostname.startsWith('[') ? hostname.slice(1, -1) : hostname,
    port: port ? Number(port) : (defaultPorts[protocol] ?? 0),
  };
}
