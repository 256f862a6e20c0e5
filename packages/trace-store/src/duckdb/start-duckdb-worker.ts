import { Worker } from 'node:worker_threads';

import { TraceStoreError } from '../trace-store-error.ts';
import type { WorkerReply, WorkerRequest, WorkerResult, WorkerSettings, WorkerTask } from './worker-messages.ts';

// The worker imports this module, or the bundle it became part of, by its address and calls this.
export { runDuckDbWorker } from './run-duckdb-worker.ts';

/** A running worker. */
export interface DuckDbWorker {
  /** Files that could not be read and were moved aside when it opened the database. */
  readonly movedAside: readonly string[];
  /** Has a task done. Rejects with `ENGINE_FAILED` when the thread ended, else as the task says. */
  ask(task: WorkerTask): Promise<WorkerResult>;
  /** Closes the database and ends the thread. */
  close(): Promise<void>;
}

/**
 * Starts the thread and opens the database. Rejects as `openDatabase` does. The thread keeps the process alive only
 * while a task is being done.
 */
export async function startDuckDbWorker(
  settings: WorkerSettings,
  execArgv: readonly string[] | undefined,
): Promise<DuckDbWorker> {
  const code = `import { runDuckDbWorker } from ${JSON.stringify(import.meta.url)}; await runDuckDbWorker();`;
  // A module, not a script with `eval`: Node gives `--import` only to modules.
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(code)}`), {
    name: 'gym-trace-store',
    workerData: settings,
    ...(execArgv === undefined ? {} : { execArgv: [...execArgv] }),
  });
  const pending = new Map<number, { resolve: (result: WorkerResult) => void; reject: (cause: Error) => void }>();
  let nextId = 0;
  let ended: TraceStoreError | undefined;
  let opened: (movedAside: readonly string[]) => void;
  let failed: (cause: Error) => void;
  const opening = new Promise<readonly string[]>((resolve, reject) => {
    opened = resolve;
    failed = reject;
  });

  const settle = (id: number): ReturnType<typeof pending.get> => {
    const task = pending.get(id);
    pending.delete(id);
    if (pending.size === 0) worker.unref();
    return task;
  };
  const end = (reason: string): void => {
    ended ??= new TraceStoreError('ENGINE_FAILED', `the DuckDB thread ended: ${reason}`);
    failed(ended);
    for (const { reject } of pending.values()) reject(ended);
    pending.clear();
  };
  worker.on('message', (reply: WorkerReply) => {
    if ('opened' in reply) opened(reply.opened);
    else if ('result' in reply) settle(reply.id)?.resolve(reply.result);
    else {
      const error = new TraceStoreError(reply.failure.code, reply.failure.message);
      if (reply.id === undefined) failed(error);
      else settle(reply.id)?.reject(error);
    }
  });
  worker.on('error', (cause) => end(cause instanceof Error ? cause.message : String(cause)));
  worker.on('exit', (exitCode) => end(`exit code ${exitCode}`));

  const ask = (task: WorkerTask): Promise<WorkerResult> => {
    if (ended !== undefined) return Promise.reject(ended);
    return new Promise((resolve, reject) => {
      const id = nextId++;
      pending.set(id, { resolve, reject });
      worker.ref();
      worker.postMessage({ ...task, id } satisfies WorkerRequest);
    });
  };

  try {
    const movedAside = await opening;
    worker.unref();
    return {
      movedAside,
      ask,
      async close() {
        try {
          await ask({ kind: 'close' });
        } finally {
          await worker.terminate();
        }
      },
    };
  } catch (cause) {
    await worker.terminate();
    throw cause;
  }
}
