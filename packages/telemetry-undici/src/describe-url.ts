import { stringify } from 'node:querystring';

import { redactQuery } from '@gym/telemetry';

import type { OriginDescription } from './describe-origin.ts';

const credentials = /^([a-z][a-z0-9+.-]*:\/\/)[^/?#]*@/i;

/**
 * The `url.full` of a request: origin, path and query, without credentials and without signature values.
 *
 * undici keeps the `query` option apart from the path until it writes the request, so both are joined here.
 */
export function describeUrl(origin: OriginDescription, path: string, query: unknown): string {
  let target = path;
  if (typeof query === 'object' && query !== null) target += `?${stringify(query as Record<string, string>)}`;
  // Through a proxy the path may be a whole URL.
  const full = target.startsWith('/') ? origin.base + target : target.replace(credentials, '$1REDACTED:REDACTED@');
  const mark = full.indexOf('?');
  return mark < 0 ? full : `${full.slice(0, mark + 1)}${redactQuery(full.slice(mark + 1))}`;
}
