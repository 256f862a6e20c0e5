import type { DuckDBAppender, DuckDBConnection } from '@duckdb/node-api';

import type { Queue } from './create-queue.ts';
import type { SpanRow } from './span-row.ts';
import { spanColumnTypes } from './spans-table.ts';

/** Inserts rows; resolves when they are committed. */
export type Inserter = (rows: readonly SpanRow[]) => Promise<void>;

/** Rows appended between two turns of the event loop: the appender is synchronous, reads must not wait for all of it. */
const rowsPerTurn = 500;

/** Rows after which a transaction takes no further batch, so that the first one in it is not held up for long. */
const rowsPerCommit = 10_000;

/** Makes an inserter over the writer's connection: what arrives while a transaction runs goes into the next together. */
export function createInserter(connection: DuckDBConnection, queue: Queue): Inserter {
  const waiting: { rows: readonly SpanRow[]; resolve: () => void; reject: (cause: unknown) => void }[] = [];

  const commitNext = async (): Promise<void> => {
    let count = 0;
    const batches = [];
    while (waiting.length > 0 && count < rowsPerCommit) {
      const batch = waiting.shift()!;
      count += batch.rows.length;
      batches.push(batch);
    }
    if (batches.length === 0) return;
    try {
      await append(
        connection,
        batches.flatMap((batch) => batch.rows),
      );
      for (const { resolve } of batches) resolve();
    } catch (cause) {
      for (const { reject } of batches) reject(cause);
    }
  };

  return (rows) =>
    new Promise((resolve, reject) => {
      waiting.push({ rows, resolve, reject });
      void queue(commitNext);
    });
}

async function append(connection: DuckDBConnection, rows: readonly SpanRow[]): Promise<void> {
  await connection.run('BEGIN');
  try {
    const appender = await connection.createAppender('spans');
    for (let at = 0; at < rows.length; at += rowsPerTurn) {
      for (const row of rows.slice(at, at + rowsPerTurn)) appendRow(appender, row);
      await new Promise((resolve) => setImmediate(resolve));
    }
    appender.closeSync();
    await connection.run('COMMIT');
  } catch (cause) {
    await connection.run('ROLLBACK').catch(() => {});
    throw cause;
  }
}

function appendRow(appender: DuckDBAppender, row: SpanRow): void {
  for (const [at, type] of spanColumnTypes.entries()) {
    const value = row[at]!;
    if (typeof value === 'string') appender.appendVarchar(value);
    else if (type === 'UBIGINT') appender.appendUBigInt(value);
    else appender.appendBigInt(value);
  }
  appender.endRow();
}
