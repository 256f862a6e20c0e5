/** Limits of one pipeline. Times in ms. */
export interface BatchSettings {
  /** Items kept at most, queued and being sent together; more are dropped and counted. One span takes about 1 KB. */
  readonly maxQueueSize: number;
  readonly maxBatchSize: number;
  /** Longest time an item waits for its batch to fill. */
  readonly scheduleDelayMs: number;
  /** Time for all attempts at one batch together; `Infinity` for no limit. */
  readonly exportTimeoutMs: number;
  /** Batches on their way at once. */
  readonly maxConcurrentExports: number;
}
