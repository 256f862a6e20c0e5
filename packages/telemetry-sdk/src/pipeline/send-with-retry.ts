import type { RetryWaits } from './retry-waits.ts';
import type { SendOutcome } from './sender.ts';

const firstDelayMs = 500;
const maxDelayMs = 10_000;
const maxDelayWhileDrainingMs = 500;
const jitter = 0.2;
/** How long a shutdown goes on trying a collector to which no connection comes about. */
const unreachableGraceMs = 2000;

/** A shutdown in progress, times by `performance.now()`. */
export interface Drain {
  readonly startedAtMs: number;
  readonly deadlineAtMs: number;
}

/** What {@link sendWithRetry} needs. */
export interface SendWithRetryOptions {
  readonly attempt: () => Promise<SendOutcome>;
  /** Time for all attempts together, in ms. */
  readonly budgetMs: number;
  readonly waits: RetryWaits;
  readonly abort: AbortSignal;
  /** The shutdown in progress, if any; asked again before each wait. */
  readonly drain: () => Drain | undefined;
  readonly onFailure: (reason: string) => void;
}

/** The end of a batch: acknowledged, or given up (`deadline`: only because the shutdown's time was over). */
export type FinalOutcome =
  | Extract<SendOutcome, { kind: 'ok' }>
  | { readonly kind: 'gave_up'; readonly reason: 'export_failed' | 'deadline' };

/**
 * Sends a batch, and again with exponential backoff (0.5 s doubling to 10 s, 20 % jitter) while the answer is `retry`.
 *
 * A wait asked for by the collector is kept, also during shutdown: when it ends after the deadline the batch is given
 * up at once. Never rejects. Source: OTLP specification, "Retryable response codes" and "OTLP/gRPC throttling".
 */
export async function sendWithRetry(options: SendWithRetryOptions): Promise<FinalOutcome> {
  const startedAtMs = performance.now();
  for (let failures = 0; ; failures++) {
    if (options.abort.aborted) return { kind: 'gave_up', reason: 'deadline' };
    const outcome = await attemptOnce(options.attempt);
    if (outcome.kind === 'ok') return outcome;
    if (options.abort.aborted) return { kind: 'gave_up', reason: 'deadline' };
    options.onFailure(outcome.reason);
    if (outcome.kind === 'failed') return { kind: 'gave_up', reason: 'export_failed' };

    const nowMs = performance.now();
    const backoffMs = Math.min(firstDelayMs * 2 ** failures, maxDelayMs) * (1 + jitter * (2 * Math.random() - 1));
    const notBeforeMs = nowMs + (outcome.afterMs ?? 0);
    const nextAtMs = Math.max(nowMs + backoffMs, notBeforeMs);
    if (nextAtMs - startedAtMs > options.budgetMs) return { kind: 'gave_up', reason: 'export_failed' };
    let waitMs = backoffMs;
    do {
      const drain = options.drain();
      if (drain !== undefined) {
        if (notBeforeMs >= drain.deadlineAtMs) return { kind: 'gave_up', reason: 'deadline' };
        if (outcome.unreachable === true && performance.now() - drain.startedAtMs > unreachableGraceMs) {
          return { kind: 'gave_up', reason: 'export_failed' };
        }
        waitMs = Math.min(waitMs, maxDelayWhileDrainingMs);
      }
      await options.waits.wait(Math.max(waitMs, notBeforeMs - performance.now()));
      waitMs = 0;
      // A flush ends the wait early; the time that the collector asked for still stands.
    } while (performance.now() < notBeforeMs && !options.abort.aborted);
  }
}

/** A sender that throws (a span that cannot be encoded, an exporter of the caller) failed for good; its text may hold a secret. */
async function attemptOnce(attempt: () => Promise<SendOutcome>): Promise<SendOutcome> {
  try {
    return await attempt();
  } catch (error) {
    return { kind: 'failed', reason: error instanceof Error ? error.name : 'unknown error' };
  }
}
