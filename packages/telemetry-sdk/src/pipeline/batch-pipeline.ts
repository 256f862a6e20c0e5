import { context, ROOT_CONTEXT } from '@opentelemetry/api';
import { suppressTracing } from '@opentelemetry/core';

import type { SignalCounter } from '../signal-counts.ts';
import type { BatchSettings } from './batch-settings.ts';
import { RetryWaits } from './retry-waits.ts';
import { sendWithRetry, type Drain, type FinalOutcome } from './send-with-retry.ts';
import type { Sender } from './sender.ts';
import type { TroubleLog } from './trouble-log.ts';

/** What a {@link BatchPipeline} is made of. */
export interface BatchPipelineOptions<T> {
  readonly sender: Sender<T>;
  readonly counter: SignalCounter;
  readonly settings: BatchSettings;
  readonly trouble: TroubleLog;
}

interface Batch<T> {
  readonly items: readonly T[];
  /** What the batch counts for: spans and records one each, a metric collection its points. */
  readonly count: number;
  readonly done: Promise<void>;
  readonly settle: () => void;
}

/**
 * A bounded queue in front of a {@link Sender}: batches, several exports at once, retries, and a ledger in which every
 * item ends. Its timers and immediates never keep the process alive.
 */
export class BatchPipeline<T> {
  readonly #options: BatchPipelineOptions<T>;
  readonly #waits = new RetryWaits();
  readonly #abort = new AbortController();
  readonly #outstanding = new Set<Batch<T>>();
  readonly #ready: Batch<T>[] = [];
  #filling: T[] = [];
  #sending = 0;
  #pumpPlanned = false;
  #timer: NodeJS.Timeout | undefined;
  #drain: Drain | undefined;

  constructor(options: BatchPipelineOptions<T>) {
    this.#options = options;
  }

  /** True while nothing is queued or on its way. */
  get idle(): boolean {
    return this.#options.counter.inFlight === 0;
  }

  /** Takes one item; never blocks, never throws. At the cap the item is dropped as `queue_full`. */
  add(item: T): void {
    if (!this.#admit(1)) return;
    this.#filling.push(item);
    if (this.#filling.length >= this.#options.settings.maxBatchSize) {
      this.#closeFilling();
      this.#planPump();
    } else if (this.#timer === undefined) {
      this.#timer = setTimeout(() => {
        this.#closeFilling();
        this.#pump();
      }, this.#options.settings.scheduleDelayMs);
      this.#timer.unref();
    }
  }

  /** Takes a batch made elsewhere that counts for `count` items, and starts sending it. */
  addBatch(items: readonly T[], count: number): void {
    if (count === 0 || !this.#admit(count)) return;
    this.#enqueue(items, count);
    this.#pump();
  }

  /** Sends what is queued now; resolves when all of it is delivered or dropped. Waiting retries are tried at once. */
  async flush(): Promise<void> {
    this.#closeFilling();
    this.#waits.wakeAll();
    this.#pump();
    await Promise.all([...this.#outstanding].map((batch) => batch.done));
  }

  /** Takes no more items (they count as `after_shutdown`) and flushes. `deadlineAtMs` is a `performance.now()` time. */
  async drain(deadlineAtMs: number): Promise<void> {
    this.#drain = { startedAtMs: performance.now(), deadlineAtMs };
    await this.flush();
  }

  /** Gives up everything undelivered as `deadline`, ends requests and closes the sender. */
  close(): void {
    this.#abort.abort();
    this.#closeFilling();
    this.#waits.wakeAll();
    clearTimeout(this.#timer);
    for (const batch of this.#outstanding) this.#finish(batch, { kind: 'gave_up', reason: 'deadline' });
    this.#ready.length = 0;
    this.#options.sender.close();
    this.#options.trouble.close();
  }

  #admit(count: number): boolean {
    const { counter, settings, trouble } = this.#options;
    if (this.#drain !== undefined) {
      counter.refuse('after_shutdown', count);
      return false;
    }
    // A single collection larger than the cap still goes out when nothing else is held.
    if (counter.inFlight > 0 && counter.inFlight + count > settings.maxQueueSize) {
      counter.refuse('queue_full', count);
      trouble.lost(count, `the queue is full (${settings.maxQueueSize})`);
      return false;
    }
    counter.accept(count);
    return true;
  }

  #enqueue(items: readonly T[], count: number): void {
    let settle = (): void => {};
    const done = new Promise<void>((resolve) => {
      settle = resolve;
    });
    const batch = { items, count, done, settle };
    this.#outstanding.add(batch);
    this.#ready.push(batch);
  }

  #closeFilling(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#filling.length === 0) return;
    this.#enqueue(this.#filling, this.#filling.length);
    this.#filling = [];
  }

  /** Encoding happens outside the caller's stack. */
  #planPump(): void {
    if (this.#pumpPlanned) return;
    this.#pumpPlanned = true;
    setImmediate(() => {
      this.#pumpPlanned = false;
      this.#pump();
    }).unref();
  }

  #pump(): void {
    while (this.#sending < this.#options.settings.maxConcurrentExports) {
      const batch = this.#ready.shift();
      if (batch === undefined) return;
      this.#sending += 1;
      void context.with(suppressTracing(ROOT_CONTEXT), () => this.#send(batch));
    }
  }

  async #send(batch: Batch<T>): Promise<void> {
    const { sender, settings, trouble } = this.#options;
    const outcome = await sendWithRetry({
      attempt: () => sender.send(batch.items, this.#abort.signal),
      budgetMs: settings.exportTimeoutMs,
      waits: this.#waits,
      abort: this.#abort.signal,
      drain: () => this.#drain,
      onFailure: (reason) => trouble.failure(reason),
    });
    this.#sending -= 1;
    this.#finish(batch, outcome);
    this.#pump();
  }

  #finish(batch: Batch<T>, outcome: FinalOutcome): void {
    if (!this.#outstanding.delete(batch)) return;
    const { counter, trouble } = this.#options;
    if (outcome.kind === 'gave_up') {
      counter.drop(outcome.reason, batch.count);
      // The attempt that failed was reported, and what the deadline cost is in the shutdown's report.
      trouble.lost(batch.count);
    } else {
      const lost = Math.min(outcome.lost?.count ?? 0, batch.count);
      counter.deliver(batch.count - lost);
      if (outcome.lost !== undefined) {
        counter.drop(outcome.lost.reason, lost);
        if (outcome.lost.reason === 'rejected') trouble.collectorMessage(describeRejection(lost, outcome.lost.message));
        else trouble.lost(lost, outcome.lost.message);
      }
      trouble.success();
    }
    batch.settle();
  }
}

function describeRejection(count: number, message: string): string {
  return count === 0 ? message : `${message || 'no reason given'} (items were rejected)`;
}
