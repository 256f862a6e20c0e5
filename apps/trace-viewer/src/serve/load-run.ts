import { analyzeSpans } from '@gym/trace-analysis';
import type { SpanAnalysis } from '@gym/trace-analysis';

import type { ViewerStore } from '../store/viewer-store.ts';

/** A run, analyzed as far as it was read. */
export interface LoadedRun {
  readonly analysis: SpanAnalysis;
  /** Rollouts of the run, and how many of them (the latest) were analyzed. */
  readonly total: number;
  readonly analyzed: number;
}

const maxRollouts = 1000;
const maxSpans = 12_000;
const keptRuns = 4;
const freshMs = 2000;

/**
 * Makes a reader of runs over a store: the latest 1000 rollouts, or as many as 12 000 spans hold. An answer is kept until the
 * store changed (`version`) and it is two seconds old, so that a live page does not analyze without pause.
 */
export function createRunLoader(store: ViewerStore, version: () => number): (runId: string) => Promise<LoadedRun> {
  const kept = new Map<string, { readonly version: number; readonly atMs: number; readonly run: Promise<LoadedRun> }>();
  return (runId) => {
    const known = kept.get(runId);
    if (known !== undefined && (known.version === version() || performance.now() - known.atMs < freshMs))
      return known.run;
    const run = load(store, runId);
    run.catch(() => kept.delete(runId));
    kept.delete(runId);
    kept.set(runId, { version: version(), atMs: performance.now(), run });
    if (kept.size > keptRuns) kept.delete(kept.keys().next().value ?? '');
    return run;
  };
}

async function load(store: ViewerStore, runId: string): Promise<LoadedRun> {
  const page = await store.listRollouts(runId, { sort: { by: 'start', descending: true }, limit: maxRollouts });
  const spansOf = new Map(page.rollouts.map(({ spans, traceId }) => [traceId, spans]));
  const traceIds: string[] = [];
  let count = 0;
  for (const [traceId, spans] of spansOf) {
    if (count >= maxSpans) break;
    traceIds.push(traceId);
    count += spans;
  }
  const analysis = analyzeSpans(await store.getTraces(traceIds));
  return { analysis, total: page.total, analyzed: analysis.rollouts.length };
}
