import type { IncomingHttpHeaders } from 'node:http2';

import type { SendOutcome } from '../pipeline/sender.ts';
import { printable, readRetryInfo, readStatusMessage } from './read-answer.ts';

const ok = 0;
const resourceExhausted = 8;
const statusNames: readonly string[] = [
  'OK',
  'CANCELLED',
  'UNKNOWN',
  'INVALID_ARGUMENT',
  'DEADLINE_EXCEEDED',
  'NOT_FOUND',
  'ALREADY_EXISTS',
  'PERMISSION_DENIED',
  'RESOURCE_EXHAUSTED',
  'FAILED_PRECONDITION',
  'ABORTED',
  'OUT_OF_RANGE',
  'UNIMPLEMENTED',
  'INTERNAL',
  'UNAVAILABLE',
  'DATA_LOSS',
  'UNAUTHENTICATED',
];
/** CANCELLED, DEADLINE_EXCEEDED, ABORTED, OUT_OF_RANGE, UNAVAILABLE, DATA_LOSS. */
const retryableStatuses: ReadonlySet<number> = new Set([1, 4, 10, 11, 14, 15]);
/** HTTP answers of proxies that mean UNAVAILABLE. Source: gRPC, "HTTP to gRPC Status Code Mapping". */
const unavailableHttpStatuses: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/**
 * Reads the end of a gRPC call; undefined when it succeeded.
 *
 * RESOURCE_EXHAUSTED is tried again only with a `RetryInfo`, or a `retry-after` header of a proxy. Source: OTLP
 * specification, "OTLP/gRPC Response" and "OTLP/gRPC Throttling".
 */
export function readGrpcFailure(headers: IncomingHttpHeaders): Exclude<SendOutcome, { kind: 'ok' }> | undefined {
  const afterMs = readDelayMs(headers);
  const wait = afterMs === undefined ? {} : { afterMs };
  const httpStatus = Number(headers[':status'] ?? 200);
  if (headers['grpc-status'] === undefined && httpStatus !== 200) {
    const reason = `HTTP ${httpStatus}`;
    return unavailableHttpStatuses.has(httpStatus) ? { kind: 'retry', reason, ...wait } : { kind: 'failed', reason };
  }
  const status = Number(headers['grpc-status'] ?? 2);
  if (status === ok) return undefined;
  const message = readMessage(headers);
  const reason = `gRPC ${statusNames[status] ?? status}${message === '' ? '' : ` ${message}`}`;
  const retryable = retryableStatuses.has(status) || (status === resourceExhausted && afterMs !== undefined);
  return retryable ? { kind: 'retry', reason, ...wait } : { kind: 'failed', reason };
}

function readMessage(headers: IncomingHttpHeaders): string {
  const raw = String(headers['grpc-message'] ?? '');
  try {
    return printable(decodeURIComponent(raw));
  } catch {
    return printable(raw) || readStatusMessage(readDetails(headers));
  }
}

function readDelayMs(headers: IncomingHttpHeaders): number | undefined {
  const fromDetails = readRetryInfo(readDetails(headers));
  if (fromDetails !== undefined) return fromDetails;
  const seconds = headers['retry-after'];
  return seconds !== undefined && /^\d+$/.test(seconds) ? Number(seconds) * 1000 : undefined;
}

function readDetails(headers: IncomingHttpHeaders): Uint8Array {
  return Buffer.from(String(headers['grpc-status-details-bin'] ?? ''), 'base64');
}
