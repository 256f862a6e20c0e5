import { parentPort, workerData } from 'node:worker_threads';

import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';

import { isTraceStoreError, TraceStoreError } from '../trace-store-error.ts';
import { createInserter } from './create-inserter.ts';
import { createQueue } from './create-queue.ts';
import { openDatabase } from './open-database.ts';
import type {
  WorkerFailure,
  WorkerReply,
  WorkerRequest,
  WorkerResult,
  WorkerSettings,
  WorkerTask,
} from './worker-messages.ts';

/** Reads that run at once. DuckDB's own threads share the work; each holds one of libuv's four threads while it runs. */
const readers = 2;

/** The worker thread: the only place that touches the database. Started by `startDuckDbWorker`, ends after `close`. */
export async function runDuckDbWorker(): Promise<void> {
  const send = (reply: WorkerReply): void => parentPort?.postMessage(reply);
  try {
    const { instance, movedAside } = await openDatabase(workerData as WorkerSettings);
    const perform = await createPerformer(instance);
    parentPort?.on('message', ({ id, ...task }: WorkerRequest) => {
      perform(task).then(
        (result) => send({ id, result }),
        (cause: unknown) => send({ id, failure: toFailure(cause) }),
      );
    });
    send({ opened: movedAside });
  } catch (cause) {
    send({ id: undefined, failure: toFailure(cause) });
  }
}

async function createPerformer(instance: DuckDBInstance): Promise<(task: WorkerTask) => Promise<WorkerResult>> {
  const writer = await instance.connect();
  const writes = createQueue();
  const insert = createInserter(writer, writes);
  const pool = await Promise.all(
    Array.from({ length: readers }, async () => ({
      connection: await instance.connect(),
      queue: createQueue(),
      load: 0,
    })),
  );
  let closing = false;

  const read = async (query: (connection: DuckDBConnection) => Promise<WorkerResult>): Promise<WorkerResult> => {
    const reader = pool.reduce((least, next) => (next.load < least.load ? next : least));
    reader.load += 1;
    try {
      return await reader.queue(async () => {
        if (closing) throw new TraceStoreError('CLOSED', 'the store was closed before this query ran');
        return query(reader.connection);
      });
    } catch (cause) {
      if (closing) throw new TraceStoreError('CLOSED', 'the store was closed while this query ran', { cause });
      throw cause;
    } finally {
      reader.load -= 1;
    }
  };

  const close = async (): Promise<void> => {
    closing = true;
    for (const { connection } of pool) connection.interrupt();
    // Closing under a running query would never return.
    await Promise.all(pool.map(({ queue }) => queue(async () => {})));
    await writes(async () => {
      // Here, off the event loop; closing would do it on it.
      await writer.run('CHECKPOINT');
    }).catch(() => {});
    for (const { connection } of pool) connection.disconnectSync();
    writer.disconnectSync();
    instance.closeSync();
  };

  return async (task) => {
    switch (task.kind) {
      case 'insert':
        return insert(task.rows).then(() => undefined);
      case 'read':
        return read(async (connection) =>
          (await connection.runAndReadAll(task.sql, { ...task.values })).getColumnsObjectJS(),
        );
      case 'write':
        return writes(async () => {
          try {
            return (await writer.run(task.sql, { ...task.values })).rowsChanged;
          } catch (cause) {
            await writer.run('ROLLBACK').catch(() => {});
            throw cause;
          }
        });
      case 'close':
        return close().then(() => undefined);
    }
  };
}

function toFailure(cause: unknown): WorkerFailure {
  if (isTraceStoreError(cause)) return { code: cause.code, message: cause.message };
  return { code: 'QUERY_FAILED', message: cause instanceof Error ? cause.message : String(cause) };
}
