import { setTimeout as sleep } from 'node:timers/promises';

import { recordHttpRetry, recordHttpTimeout } from '@gym/telemetry';
import type { Dispatcher } from 'undici';

import { HttpClientError, type HttpClientErrorCode } from './http-client-error.ts';
import { createJsonCall, type JsonAnswer, type RequestJsonOptions } from './json-call.ts';
import { isCallerAbort, isTimeout } from './read-error-type.ts';
import { isRetryableStatus, retryDelayMs, retryReason, timeoutReason } from './retry-policy.ts';

/** An answer whose body was read to its end. */
export interface JsonResponse<T> {
  readonly status: number;
  readonly headers: Dispatcher.ResponseData['headers'];
  /** The parsed body; `undefined` when it was empty. */
  readonly data: T;
}

const maxErrorBodyLength = 2048;
/** undici's refusals of a malformed request: the caller's mistake, the same at every attempt. */
const refusalCodes = new Set<unknown>(['UND_ERR_INVALID_ARG', 'UND_ERR_NOT_SUPPORTED']);

/**
 * Sends a request whose body, if any, is JSON and reads the JSON answer.
 *
 * Each attempt is one CLIENT span that ends at the end of the body, with `http.request.resend_count` on repeats; repeats
 * and timeouts are counted in `gym.http.retry_total` and `gym.http.timeout_total`. Redirects are not followed.
 *
 * @throws HttpClientError as its `code` says; the signal's reason when the caller aborts; TypeError for an invalid URL
 * or a body that cannot be serialised; undici's error for a malformed header or method.
 */
export async function requestJson<T = unknown>(
  url: string | URL,
  options: RequestJsonOptions = {},
): Promise<JsonResponse<T>> {
  const call = createJsonCall(url, options);
  const { signal, retries = 0, retryDelayMs: baseDelayMs = 100, throwOnStatus = true } = options;
  for (let attempt = 0; ; attempt++) {
    const fail = (code: HttpClientErrorCode, answer?: JsonAnswer, cause?: unknown): HttpClientError => {
      const body = answer?.text.slice(0, maxErrorBodyLength);
      return new HttpClientError({
        code,
        method: call.method,
        url: call.printableUrl,
        status: answer?.status,
        body,
        attempts: attempt + 1,
        cause,
      });
    };
    let answer: JsonAnswer;
    try {
      answer = await call.send(attempt);
    } catch (error) {
      if (isCallerAbort(error, signal) || refusalCodes.has((error as { readonly code?: unknown }).code)) throw error;
      const timedOut = isTimeout(error);
      if (timedOut) recordHttpTimeout(timeoutReason(error));
      if (attempt >= retries) throw fail(timedOut ? 'timeout' : 'network', undefined, error);
      recordHttpRetry(retryReason(error));
      await pause(retryDelayMs(attempt, baseDelayMs), signal);
      continue;
    }
    if (isRetryableStatus(answer.status) && attempt < retries) {
      recordHttpRetry('other');
      await pause(retryDelayMs(attempt, baseDelayMs, answer.headers['retry-after']), signal);
      continue;
    }
    if (throwOnStatus && (answer.status < 200 || answer.status > 299)) throw fail('status', answer);
    try {
      const data = (answer.text === '' ? undefined : JSON.parse(answer.text)) as T;
      return { status: answer.status, headers: answer.headers, data };
    } catch (error) {
      throw fail('invalid_json', answer, error);
    }
  }
}

async function pause(delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await sleep(delayMs, undefined, signal ? { signal } : {});
  } catch {
    throw signal?.reason;
  }
}
