import type { ClickHouseStoreOptions } from './clickhouse/open-clickhouse-store.ts';
import { TraceStoreError } from './trace-store-error.ts';

/** Which store an address means. */
export type StoreAddress =
  | { readonly engine: 'duckdb'; readonly path: string }
  | ({ readonly engine: 'clickhouse' } & ClickHouseStoreOptions);

/**
 * Reads a store's address: `duckdb:path`, a plain path, or `clickhouse://user:password@host:8123/database` (`clickhouses:`
 * for TLS). Throws `INVALID_URL`; the message shows neither user nor password.
 */
export function parseStoreUrl(text: string): StoreAddress {
  if (/^clickhouses?:/i.test(text)) return parseClickHouse(text);
  const path = text.replace(/^duckdb:/i, '');
  // A drive letter of Windows is no scheme.
  const scheme = /^([a-z][\w+.-]+):/i.exec(path)?.[1];
  if (scheme !== undefined)
    throw new TraceStoreError(
      'INVALID_URL',
      `store: expected a path, duckdb: or clickhouse:, received the scheme "${scheme}"`,
    );
  if (path === '') throw new TraceStoreError('INVALID_URL', 'store: expected a path, received nothing');
  return { engine: 'duckdb', path };
}

function parseClickHouse(text: string): StoreAddress {
  const secure = /^clickhouses:/i.test(text);
  try {
    // With a scheme the platform knows, so that the host is parsed as one.
    const url = new URL(text.replace(/^clickhouses?:/i, secure ? 'https:' : 'http:'));
    const port = url.port === '' ? (secure ? '8443' : '8123') : url.port;
    const [username, password] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
    const database = decodeURIComponent(url.pathname.slice(1));
    return {
      engine: 'clickhouse',
      url: `${url.protocol}//${url.hostname}:${port}`,
      ...(database === '' ? {} : { database }),
      ...(username === '' ? {} : { username }),
      ...(password === '' ? {} : { password }),
    };
  } catch {
    throw new TraceStoreError('INVALID_URL', 'store: expected clickhouse://user:password@host:8123/database');
  }
}
