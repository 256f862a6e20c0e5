import type { DropReason } from '../signal-counts.ts';

/**
 * What became of one attempt to send a batch.
 *
 * - `ok`: acknowledged; `lost` items of it were not (partial success, console backlog)
 * - `retry`: may work later; `afterMs` is the least wait the other side asked for, `unreachable` says that no connection came about
 * - `failed`: will not work by trying again
 */
export type SendOutcome =
  | { readonly kind: 'ok'; readonly lost?: LostItems }
  | { readonly kind: 'retry'; readonly reason: string; readonly afterMs?: number; readonly unreachable?: boolean }
  | { readonly kind: 'failed'; readonly reason: string };

/** Items of an acknowledged batch that were refused all the same. */
export interface LostItems {
  readonly count: number;
  readonly reason: DropReason;
  readonly message: string;
}

/** Sends batches of one signal. */
export interface Sender<T> {
  /** One attempt; `abort` ends it at once. A rejection counts as `failed`. */
  send(items: readonly T[], abort: AbortSignal): Promise<SendOutcome>;
  /** Closes connections; waits for nothing that is on its way. */
  close(): void;
}
