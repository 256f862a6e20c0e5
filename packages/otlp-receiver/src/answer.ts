import { OtlpReceiverError } from './otlp-receiver-error.ts';
import type { Fault, Outcome } from './otlp-receiver.ts';

/** A refusal in both vocabularies. */
export interface Refusal {
  readonly kind: 'refusal';
  readonly outcome: Outcome;
  readonly httpStatus: number;
  readonly grpcCode: number;
  readonly message: string;
  readonly retryAfterSeconds: number | undefined;
}

/** Everything taken but `rejected` items; sent after `delayMs`. */
interface Success {
  readonly kind: 'success';
  readonly rejected: number;
  readonly message: string;
  readonly delayMs: number;
}

/** What an endpoint is to send back, whatever its transport. */
export type Answer =
  | Success
  | Refusal
  | { readonly kind: 'silent' }
  | { readonly kind: 'reset' }
  | { readonly kind: 'garbage' };

/** The ordinary answer: everything taken. */
const accepted: Success = { kind: 'success', rejected: 0, message: '', delayMs: 0 };

/** Status codes of the refusals that are no scripted fault; an HTTP status given to `refuse` replaces the first one. */
const codes = {
  malformed: [400, 3],
  unsupported: [415, 12],
  tooLarge: [413, 8],
  full: [503, 14],
  unauthorized: [401, 16],
  // A client repeats RESOURCE_EXHAUSTED only when it is told when: see `retryAfterSeconds`.
  busy: [429, 8],
  failed: [503, 14],
} as const;

/** Makes a refusal. Codes: OTLP specification, Failures; google.rpc.Code. */
export function refuse(outcome: keyof typeof codes, message: string, httpStatus?: number): Refusal {
  const [http, grpcCode] = codes[outcome];
  return {
    kind: 'refusal',
    outcome,
    httpStatus: httpStatus ?? http,
    grpcCode,
    message,
    retryAfterSeconds: outcome === 'busy' ? 1 : undefined,
  };
}

/** The refusal of a request without the receiver's token. */
export function refuseStranger(): Refusal {
  return refuse('unauthorized', 'expected authorization: Bearer with the token of this receiver');
}

/** Turns what was thrown while a request was read into its refusal. */
export function refuseError(error: unknown): Refusal {
  if (error instanceof OtlpReceiverError && error.code === 'MALFORMED_PAYLOAD') {
    return refuse('malformed', error.message);
  }
  if (error instanceof OtlpReceiverError && error.code === 'PAYLOAD_TOO_LARGE') {
    return refuse('tooLarge', error.message);
  }
  if (error instanceof OtlpReceiverError && error.code === 'BUSY') return refuse('busy', error.message);
  return refuse('failed', 'the receiver failed to take this request');
}

/** Turns a scripted fault, or none, into the answer. */
export function answerFault(fault: Fault | undefined): Answer {
  if (fault === undefined) return accepted;
  switch (fault.kind) {
    case 'delay':
      return { ...accepted, delayMs: fault.ms };
    case 'partialSuccess':
      return { ...accepted, rejected: fault.rejected, message: fault.message };
    case 'status':
      return {
        kind: 'refusal',
        outcome: 'fault',
        httpStatus: fault.httpStatus ?? 503,
        grpcCode: fault.grpcCode ?? 14,
        message: fault.message ?? 'scripted fault',
        retryAfterSeconds: fault.retryAfterSeconds,
      };
    default:
      return fault;
  }
}
