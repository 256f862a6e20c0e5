import type { Dispatcher } from 'undici';

import { callHint, type CallHint } from './call-hint.ts';
import { describeOrigin } from './describe-origin.ts';
import { describeUrl } from './describe-url.ts';
import { dispatcherFor } from './shared-agent.ts';
import { startDeadline } from './start-deadline.ts';

/** Settings of `requestJson`. Durations are milliseconds. */
export interface RequestJsonOptions {
  /** Default `POST` with a body, `GET` without. */
  readonly method?: Dispatcher.HttpMethod;
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Limit of one attempt, body included. Default: none but undici's 300 s for the headers and between two chunks. */
  readonly timeoutMs?: number;
  /** Further attempts after a network failure, a timeout or a status 408, 429, 502, 503, 504. Default 0. */
  readonly retries?: number;
  /** First wait before a further attempt, doubled each time. Default 100. */
  readonly retryDelayMs?: number;
  /** Whether an answer that is no 2xx is thrown. Default `true`. */
  readonly throwOnStatus?: boolean;
  /** Default: an agent that all calls share. One that does not trace is made to. */
  readonly dispatcher?: Dispatcher;
}

/** An answer whose body was read and not parsed. */
export interface JsonAnswer {
  readonly status: number;
  readonly headers: Dispatcher.ResponseData['headers'];
  readonly text: string;
}

/** One JSON call, ready to be sent as often as needed. */
export interface JsonCall {
  readonly method: string;
  /** The URL as an error may show it. */
  readonly printableUrl: string;
  /** Sends the request and reads the whole answer; `attempt` counts from 0. */
  send(attempt: number): Promise<JsonAnswer>;
}

/** Prepares a JSON call: URL, headers and body are made once for all attempts. */
export function createJsonCall(url: string | URL, options: RequestJsonOptions): JsonCall {
  const { origin, pathname, search } = new URL(url);
  const body = options.body === undefined ? null : JSON.stringify(options.body);
  const method = options.method ?? (body === null ? 'GET' : 'POST');
  const { signal, timeoutMs } = options;
  const request = {
    origin,
    path: pathname + search,
    method,
    headers: jsonHeaders(options.headers, body !== null),
    body,
    // A limit given here replaces undici's own, which would cut a long model call short.
    ...(timeoutMs === undefined ? {} : { headersTimeout: 0, bodyTimeout: 0 }),
  };
  return {
    method,
    printableUrl: describeUrl(describeOrigin(origin), request.path, undefined),
    async send(attempt) {
      const hint: CallHint = { resendCount: attempt, endsAtBody: true };
      const deadline = startDeadline(signal, timeoutMs);
      try {
        const sent = { [callHint]: hint, signal: deadline.signal ?? null, ...request };
        const response = await dispatcherFor(options.dispatcher).request(sent);
        return { status: response.statusCode, headers: response.headers, text: await response.body.text() };
      } finally {
        deadline.stop();
      }
    },
  };
}

/** The caller's headers as a flat array, after those of JSON that the caller did not set. */
function jsonHeaders(headers: Readonly<Record<string, string>> = {}, hasBody: boolean): string[] {
  const given = Object.entries(headers);
  const names = new Set(given.map(([name]) => name.toLowerCase()));
  const flat: string[] = [];
  if (!names.has('accept')) flat.push('accept', 'application/json');
  if (hasBody && !names.has('content-type')) flat.push('content-type', 'application/json');
  for (const [name, value] of given) flat.push(name, value);
  return flat;
}
