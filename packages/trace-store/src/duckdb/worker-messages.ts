import type { QueryValue } from '../query-engine.ts';
import type { TraceStoreErrorCode } from '../trace-store-error.ts';
import type { SpanRow } from './span-row.ts';

/** What the worker is started with. */
export interface WorkerSettings {
  readonly path: string;
  readonly memoryLimitMb: number;
}

/** What the worker can be asked. A `read` runs beside others, a `write` alone and after what was asked before it. */
export type WorkerTask =
  | { readonly kind: 'insert'; readonly rows: readonly SpanRow[] }
  | { readonly kind: 'read'; readonly sql: string; readonly values: Readonly<Record<string, QueryValue>> }
  | { readonly kind: 'write'; readonly sql: string; readonly values: Readonly<Record<string, QueryValue>> }
  | { readonly kind: 'close' };

/** A task with the number its answer carries. */
export type WorkerRequest = WorkerTask & { readonly id: number };

/** An answer by column: a fifth of the cost of rows, made and sent to another thread. */
export type Columns = Readonly<Record<string, readonly unknown[]>>;

/** What came of a task: what a `read` found, the number of changed rows of a `write`. */
export type WorkerResult = Columns | number | undefined;

/** Why a task, or opening the file, failed. */
export interface WorkerFailure {
  readonly code: TraceStoreErrorCode;
  readonly message: string;
}

/** The worker's first message (`opened` holds the files moved aside) and its answers. */
export type WorkerReply =
  | { readonly opened: readonly string[] }
  | { readonly id: number; readonly result: WorkerResult }
  | { readonly id: number | undefined; readonly failure: WorkerFailure };
