import { isTimeout } from './read-error-type.ts';

/** Statuses that say "later": the request may succeed unchanged. */
const retryableStatuses = new Set([408, 429, 502, 503, 504]);
const disconnectCodes = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);
const maxDelayMs = 30_000;

/** Whether an answer with this status is worth another attempt. */
export function isRetryableStatus(status: number): boolean {
  return retryableStatuses.has(status);
}

/** The `gym.http.retry_total` reason of a failure, in NeMo Gym's words. */
export function retryReason(error: unknown): 'server_disconnected' | 'client_os_error' | 'timeout' | 'other' {
  if (isTimeout(error)) return 'timeout';
  const code: unknown = (error as { readonly code?: unknown } | undefined)?.code;
  if (typeof code !== 'string') return 'other';
  if (disconnectCodes.has(code)) return 'server_disconnected';
  return /^E[A-Z]+$/.test(code) ? 'client_os_error' : 'other';
}

/** The `gym.http.timeout_total` reason of a timeout: which limit was over. */
export function timeoutReason(error: unknown): 'connect' | 'headers' | 'body' | 'deadline' {
  switch ((error as { readonly code?: unknown } | undefined)?.code) {
    case 'UND_ERR_CONNECT_TIMEOUT':
    case 'ETIMEDOUT':
      return 'connect';
    case 'UND_ERR_HEADERS_TIMEOUT':
      return 'headers';
    case 'UND_ERR_BODY_TIMEOUT':
      return 'body';
    default:
      return 'deadline';
  }
}

/**
 * Milliseconds to wait before attempt `attempt + 1`: the server's `Retry-After` in seconds when it gave one, else
 * `baseMs` doubled at each attempt and varied by half so that clients do not come back together. 30 s at most.
 */
export function retryDelayMs(attempt: number, baseMs: number, retryAfter?: string | readonly string[]): number {
  const askedMs = typeof retryAfter === 'string' && /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : undefined;
  return Math.min(maxDelayMs, askedMs ?? baseMs * 2 ** attempt * (0.5 + Math.random()));
}
