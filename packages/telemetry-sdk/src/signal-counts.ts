/** The three OpenTelemetry signals. */
export type SignalName = 'traces' | 'metrics' | 'logs';

/** All signals, in the order reports list them. */
export const signalNames: readonly SignalName[] = ['traces', 'metrics', 'logs'];

/**
 * Why an item was not delivered.
 *
 * - `queue_full`: the queue's cap was reached
 * - `export_failed`: the collector refused it for good, or retrying took too long
 * - `rejected`: refused by a partial-success answer
 * - `backlog_full`: the console's byte cap was reached
 * - `deadline`: still unsent when the shutdown deadline came
 * - `not_sampled`: the sampler said no
 * - `after_shutdown`: produced after shutdown
 */
export type DropReason =
  | 'queue_full'
  | 'export_failed'
  | 'rejected'
  | 'backlog_full'
  | 'deadline'
  | 'not_sampled'
  | 'after_shutdown';

/** What became of a signal's items (spans, metric points, log records); `produced = exported + sum of dropped + inFlight` at any moment. */
export interface SignalCounts {
  readonly produced: number;
  /** Acknowledged by the collector, or written to the console. */
  readonly exported: number;
  /** Number by {@link DropReason}; reasons that never happened are absent. */
  readonly dropped: Readonly<Record<string, number>>;
  /** Queued, being sent, or waiting for a retry. */
  readonly inFlight: number;
}

/** Counts of all signals; a signal that is off has zeros. */
export type TelemetryCounts = Readonly<Record<SignalName, SignalCounts>>;

/** The ledger of one signal. Every item enters once, by `accept` or `refuse`, and an accepted one leaves once, by `deliver` or `drop`. */
export class SignalCounter {
  #produced = 0;
  #exported = 0;
  #inFlight = 0;
  readonly #dropped = new Map<DropReason, number>();

  /** An item was produced and is kept for sending. */
  accept(count: number): void {
    this.#produced += count;
    this.#inFlight += count;
  }

  /** An item was produced and dropped at once. */
  refuse(reason: DropReason, count: number): void {
    this.#produced += count;
    this.#addDropped(reason, count);
  }

  /** Accepted items were acknowledged. */
  deliver(count: number): void {
    this.#exported += count;
    this.#inFlight -= count;
  }

  /** Accepted items were given up. */
  drop(reason: DropReason, count: number): void {
    if (count === 0) return;
    this.#inFlight -= count;
    this.#addDropped(reason, count);
  }

  /** Items accepted and neither delivered nor dropped yet. */
  get inFlight(): number {
    return this.#inFlight;
  }

  /** A copy of the numbers. */
  counts(): SignalCounts {
    return {
      produced: this.#produced,
      exported: this.#exported,
      dropped: Object.fromEntries(this.#dropped),
      inFlight: this.#inFlight,
    };
  }

  #addDropped(reason: DropReason, count: number): void {
    this.#dropped.set(reason, (this.#dropped.get(reason) ?? 0) + count);
  }
}
