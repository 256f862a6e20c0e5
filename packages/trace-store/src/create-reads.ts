import type { FilterName, QueryDialect, QueryValue, RunQuery } from './query-engine.ts';
import {
  readBigIntColumn,
  readDurations,
  readNumberColumn,
  readRolloutSummary,
  readRunSummary,
  readSpanShape,
  readSpanStats,
  readTextColumn,
} from './read-rows.ts';
import type { RolloutFilter, TraceStore } from './trace-store.ts';

/** The methods of a store that only read. */
export type TraceStoreReads = Pick<
  TraceStore,
  'listRuns' | 'listRollouts' | 'getTrace' | 'getTraces' | 'getSpan' | 'getLogs' | 'runOverview' | 'spanShapes'
>;

/** Makes the reads of a store from an engine's SQL and a way to run it. */
export function createReads(dialect: QueryDialect, run: RunQuery): TraceStoreReads {
  return {
    async listRuns() {
      return (await run(dialect.listRuns, {})).map(readRunSummary);
    },
    async listRollouts(runId, query = {}) {
      const { filter = {}, sort, limit = 100, offset = 0 } = query;
      const values = { run_id: runId, ...filterValues(dialect, filter) };
      const names = (Object.keys(filter) as FilterName[]).filter((name) => filter[name] !== undefined);
      const sql = dialect.listRollouts(names, sort?.by ?? 'start', sort?.descending ?? false);
      const page = await run(sql, { ...values, limit, offset });
      // An empty page behind the last one does not carry the total.
      const [first] = page.length === 0 && offset > 0 ? await run(sql, { ...values, limit: 1, offset: 0 }) : page;
      return {
        total: first === undefined ? 0 : readNumberColumn(first, 'total'),
        rollouts: page.map(readRolloutSummary),
      };
    },
    async getTrace(traceId) {
      return (await run(dialect.getTrace, { trace_id: traceId })).map((row) => dialect.readSpan(row));
    },
    async getTraces(traceIds) {
      if (traceIds.length === 0) return [];
      return (await run(dialect.getTraces, { trace_ids: traceIds.join(',') })).map((row) => dialect.readSpan(row));
    },
    async getSpan(traceId, spanId) {
      const [row] = await run(dialect.getSpan, { trace_id: traceId, span_id: spanId });
      return row === undefined ? undefined : dialect.readSpan(row);
    },
    async getLogs(traceId) {
      return (await run(dialect.getLogs, { trace_id: traceId })).map((row) => dialect.readLog(row));
    },
    async runOverview(runId, buckets = 40) {
      const [totals] = await run(dialect.runTotals, { run_id: runId });
      if (totals === undefined || readNumberColumn(totals, 'spans') === 0) return undefined;
      const { servers: _, ...summary } = readRunSummary(totals);
      const { startNs, endNs } = summary;
      const count = BigInt(Math.max(1, Math.floor(buckets)));
      // The end is part of the last slice: a span may start there.
      const widthNs = endNs < startNs ? 1n : (endNs - startNs) / count + 1n;
      const [bySpan, slices] = await Promise.all([
        run(dialect.spanStats, { run_id: runId }),
        run(dialect.buckets, { run_id: runId, from_ns: startNs, width_ns: widthNs }),
      ]);
      return {
        ...summary,
        runId,
        bySpan: bySpan.map(readSpanStats),
        buckets: slices.map((row) => {
          const fromNs = startNs + readBigIntColumn(row, 'slice') * widthNs;
          const server = readTextColumn(row, 'server');
          const errors = readNumberColumn(row, 'errors');
          return { startNs: fromNs, endNs: fromNs + widthNs, server, ...readDurations(row), errors };
        }),
      };
    },
    async spanShapes(runId) {
      return (await run(dialect.spanShapes, { run_id: runId })).map(readSpanShape);
    },
  };
}

function filterValues(dialect: QueryDialect, filter: RolloutFilter): Record<string, QueryValue> {
  const { text, task, failed, minDurationNs, maxDurationNs, attribute } = filter;
  return {
    ...(text === undefined ? {} : { text }),
    ...(task === undefined ? {} : { task }),
    ...(failed === undefined ? {} : { failed: failed ? 1 : 0 }),
    ...(minDurationNs === undefined ? {} : { min_duration_ns: minDurationNs }),
    ...(maxDurationNs === undefined ? {} : { max_duration_ns: maxDurationNs }),
    ...(attribute === undefined
      ? {}
      : { attribute_key: dialect.attributeKey(attribute.key), attribute_value: attribute.value }),
  };
}
