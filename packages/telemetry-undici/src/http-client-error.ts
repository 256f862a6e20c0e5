/**
 * Why a JSON call failed: `status` (the answer is no 2xx), `timeout`, `network` (no whole answer), `invalid_json` (the
 * answer's body is no JSON).
 */
export type HttpClientErrorCode = 'status' | 'timeout' | 'network' | 'invalid_json';

/** What an {@link HttpClientError} tells. */
export interface HttpClientErrorDetails {
  readonly code: HttpClientErrorCode;
  readonly method: string;
  /** Without credentials and signature values. */
  readonly url: string;
  /** The answer's status, when there was one. */
  readonly status?: number | undefined;
  /** The beginning of the answer's body, 2048 characters at most. */
  readonly body?: string | undefined;
  /** How often the request was sent. */
  readonly attempts: number;
  readonly cause?: unknown;
}

/** A failed {@link requestJson}. The message has method, URL, status and cause, never a header or a body. */
export class HttpClientError extends Error {
  override readonly name = 'HttpClientError';
  readonly code: HttpClientErrorCode;
  readonly method: string;
  readonly url: string;
  readonly status: number | undefined;
  readonly body: string | undefined;
  readonly attempts: number;

  constructor(details: HttpClientErrorDetails) {
    super(describeFailure(details), details.cause === undefined ? {} : { cause: details.cause });
    this.code = details.code;
    this.method = details.method;
    this.url = details.url;
    this.status = details.status;
    this.body = details.body;
    this.attempts = details.attempts;
  }
}

/** Whether a value is an {@link HttpClientError}, of this copy of the package or another one. */
export function isHttpClientError(value: unknown): value is HttpClientError {
  return value instanceof Error && value.name === 'HttpClientError' && 'attempts' in value;
}

function describeFailure({ code, method, url, status, cause, attempts }: HttpClientErrorDetails): string {
  const what = {
    status: `answered ${status}`,
    timeout: 'timed out',
    network: 'failed',
    invalid_json: `answered ${status} with a body that is no JSON`,
  }[code];
  const why = cause instanceof Error && cause.message ? `: ${cause.message}` : '';
  const tries = attempts > 1 ? ` (attempt ${attempts})` : '';
  return `${method} ${url} ${what}${why}${tries}`;
}
