import type { SendOutcome } from '../pipeline/sender.ts';

const unreachableCodes: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
]);
const permanentCodes =
  /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO|DEPTH_ZERO|SELF_SIGNED|EPROTO|ERR_INVALID|HPE_|HOSTNAME_MISMATCH)/;

/**
 * The outcome of an attempt that ended in a socket error: TLS, certificate and protocol errors do not heal by trying
 * again, everything else (refused, reset, unknown host, timeout) may. The reason is the error's code, never its text.
 */
export function classifyError(error: unknown): SendOutcome {
  const code = errorCode(error);
  if (permanentCodes.test(code)) return { kind: 'failed', reason: code };
  return { kind: 'retry', reason: code, unreachable: unreachableCodes.has(code) };
}

function errorCode(error: unknown): string {
  if (typeof error !== 'object' || error === null) return 'unknown error';
  const { cause, code, errors, name } = error as { cause?: unknown; code?: unknown; errors?: unknown; name?: unknown };
  // HTTP/2 cancels a stream whose connection failed and keeps the failure as the cause.
  if (cause !== undefined) return errorCode(cause);
  // Node tries every address of a host and wraps the failures in an AggregateError.
  if (Array.isArray(errors) && errors.length > 0) return errorCode(errors[0]);
  if (typeof code === 'string') return code;
  return typeof name === 'string' ? name : 'unknown error';
}
