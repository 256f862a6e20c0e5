import type { QueryValue, Row } from '../query-engine.ts';
import { readBigIntColumn, readNumberColumn, readTextColumn } from '../read-rows.ts';
import type { RetentionResult } from '../store-results.ts';
import type { RetentionLimits } from '../trace-store.ts';
import { spanColumns } from './spans-table.ts';

/** What retention needs of the database. */
export interface RetentionAccess {
  read(sql: string): Promise<readonly Row[]>;
  /** Resolves with the number of changed rows. */
  write(sql: string, values?: Readonly<Record<string, QueryValue>>): Promise<number>;
  usedBytes(): Promise<number>;
}

/** Spans differ in size, so one round may take too little. */
const maxRounds = 8;

/** A round aims below the limit by this factor, so that the next insert does not need another one. */
const aim = 0.9;

const deleteOldestTraces = `DELETE FROM spans WHERE run_id = $run_id AND trace_id IN (
  SELECT trace_id FROM (
    SELECT trace_id, sum(count(*)) OVER (ORDER BY max(end_ns), trace_id) - count(*) AS before
    FROM spans WHERE run_id = $run_id GROUP BY trace_id
  ) WHERE before < $excess)`;

/** Log records go with the spans of their trace. */
const deleteStrayLogs = 'DELETE FROM logs WHERE trace_id NOT IN (SELECT trace_id FROM spans)';

/** Deleting gives back only pieces in which nothing is left; writing the rest anew gives back all. */
const rewrite = `BEGIN; CREATE TABLE kept AS SELECT ${spanColumns} FROM spans; DROP TABLE spans;
  ALTER TABLE kept RENAME TO spans; COMMIT`;

/** Applies the limits, see {@link RetentionLimits}. */
export async function retain(access: RetentionAccess, limits: RetentionLimits): Promise<RetentionResult> {
  const { maxAgeMs, maxBytes, nowMs = Date.now() } = limits;
  const runs = (await access.read('SELECT run_id, max(end_ns) AS end_ns, count(*) AS spans FROM spans GROUP BY run_id'))
    .map((row) => ({
      runId: readTextColumn(row, 'run_id'),
      endNs: readBigIntColumn(row, 'end_ns'),
      spans: readNumberColumn(row, 'spans'),
    }))
    .sort((a, b) => (a.endNs < b.endNs ? -1 : 1));
  const gone: string[] = [];
  let spans = 0;
  const dropOldest = async (): Promise<number> => {
    const { runId } = runs.shift()!;
    gone.push(runId);
    const deleted = await access.write('DELETE FROM spans WHERE run_id = $run_id', { run_id: runId });
    spans += deleted;
    return deleted;
  };

  if (maxAgeMs !== undefined) {
    const oldestNs = BigInt(Math.floor(nowMs - maxAgeMs)) * 1_000_000n;
    while (runs[0] !== undefined && runs[0].endNs < oldestNs) await dropOldest();
  }
  if (spans > 0) await access.write('CHECKPOINT');
  for (let round = 0; round < maxRounds; round += 1) {
    if (maxBytes === undefined) break;
    const used = await access.usedBytes();
    const left = runs.reduce((sum, run) => sum + run.spans, 0);
    if (used <= maxBytes || left === 0) break;
    let excess = Math.ceil((left * (used - aim * maxBytes)) / used);
    while (excess > 0 && runs.length > 1) excess -= await dropOldest();
    const [last] = runs;
    if (excess > 0 && last !== undefined) {
      const deleted = await access.write(deleteOldestTraces, { run_id: last.runId, excess });
      spans += deleted;
      last.spans -= deleted;
      if (last.spans === 0) gone.push(runs.shift()!.runId);
    }
    await access.write('CHECKPOINT');
    if ((await access.usedBytes()) <= maxBytes) break;
    await access.write(rewrite);
    await access.write('CHECKPOINT');
  }
  if (spans > 0) await access.write(deleteStrayLogs);
  return { runIds: gone, spans, bytes: await access.usedBytes() };
}
