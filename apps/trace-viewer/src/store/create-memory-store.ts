import { runIdOf, serverOf } from '@gym/trace-analysis';
import type { LogRecord, SpanRecord } from '@gym/trace-analysis';
import type { RunSummary } from '@gym/trace-store';

import { pageRollouts } from './page-rollouts.ts';
import { summarizeRollouts } from './summarize-rollouts.ts';
import type { ViewerStore } from './viewer-store.ts';

/** Settings of {@link createMemoryStore}. */
export interface MemoryStoreOptions {
  /** Most spans, and most log records, kept; beyond it the oldest traces of the oldest run go. */
  readonly maxSpans: number;
}

/** A {@link ViewerStore} in memory. */
export interface MemoryStore extends ViewerStore {
  /** All spans of a run that are kept, trace by trace. */
  spansOf(runId: string): readonly SpanRecord[];
  /** How many spans the bound has cost so far. */
  dropped(): number;
}

/** One run's spans by trace, in order of arrival. */
interface StoredRun {
  readonly traces: Map<string, SpanRecord[]>;
  spans: number;
}

/** A store that lives as long as the process: answers as `@gym/trace-store` does, bounded by a number of spans. */
export function createMemoryStore({ maxSpans }: MemoryStoreOptions): MemoryStore {
  const runs = new Map<string, StoredRun>();
  const logs = new Map<string, LogRecord[]>();
  let [kept, dropped, keptLogs] = [0, 0, 0];

  const insert = (span: SpanRecord): void => {
    const runId = runIdOf(span) ?? '';
    let run = runs.get(runId);
    if (run === undefined) runs.set(runId, (run = { traces: new Map(), spans: 0 }));
    const trace = run.traces.get(span.traceId);
    if (trace === undefined) run.traces.set(span.traceId, [span]);
    else trace.push(span);
    run.spans += 1;
    kept += 1;
  };

  const dropOldest = (): void => {
    for (const [runId, run] of runs) {
      for (const [traceId, spans] of run.traces) {
        if (kept <= maxSpans) return;
        run.traces.delete(traceId);
        run.spans -= spans.length;
        kept -= spans.length;
        dropped += spans.length;
      }
      runs.delete(runId);
    }
  };

  return {
    async insertSpans(spans) {
      for (const span of spans) insert(span);
      dropOldest();
    },
    async listRuns() {
      return [...runs]
        .map(([runId, { traces }]) => summarizeRun(runId, traces))
        .sort((a, b) => (a.startNs > b.startNs ? -1 : 1));
    },
    async listRollouts(runId, query = {}) {
      return pageRollouts(runs.get(runId)?.traces ?? new Map(), query);
    },
    async getTrace(traceId) {
      const found = [...runs.values()].flatMap(({ traces }) => traces.get(traceId) ?? []);
      return found.sort((a, b) => (a.startNs < b.startNs ? -1 : a.startNs > b.startNs ? 1 : 0));
    },
    async getTraces(traceIds) {
      return [...runs.values()].flatMap(({ traces }) => traceIds.flatMap((traceId) => traces.get(traceId) ?? []));
    },
    async getSpan(traceId, spanId) {
      for (const { traces } of runs.values()) {
        const found = traces.get(traceId)?.find((span) => span.spanId === spanId);
        if (found !== undefined) return found;
      }
      return undefined;
    },
    async insertLogs(given) {
      for (const log of given) {
        const ofTrace = logs.get(log.traceId);
        if (ofTrace === undefined) logs.set(log.traceId, [log]);
        else ofTrace.push(log);
      }
      keptLogs += given.length;
      for (const [traceId, ofTrace] of logs) {
        if (keptLogs <= maxSpans) break;
        logs.delete(traceId);
        keptLogs -= ofTrace.length;
      }
    },
    async getLogs(traceId) {
      return (logs.get(traceId) ?? []).toSorted((a, b) => (a.timeNs < b.timeNs ? -1 : a.timeNs > b.timeNs ? 1 : 0));
    },
    spansOf: (runId) => [...(runs.get(runId)?.traces.values() ?? [])].flat(),
    dropped: () => dropped,
    async close() {
      runs.clear();
      kept = 0;
    },
  };
}

function summarizeRun(runId: string, traces: ReadonlyMap<string, readonly SpanRecord[]>): RunSummary {
  const servers = new Set<string>();
  let [spans, errors, rollouts] = [0, 0, 0];
  let [startNs, endNs] = [0n, 0n];
  for (const trace of traces.values()) {
    rollouts += summarizeRollouts(trace).length;
    for (const span of trace) {
      if (spans === 0 || span.startNs < startNs) startNs = span.startNs;
      if (spans === 0 || span.endNs > endNs) endNs = span.endNs;
      if (span.status === 'ERROR') errors += 1;
      servers.add(serverOf(span));
      spans += 1;
    }
  }
  return { runId, startNs, endNs, spans, traces: traces.size, rollouts, errors, servers: [...servers].sort() };
}
