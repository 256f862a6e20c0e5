import { explainStragglers, fleetReport } from '@gym/trace-analysis';
import type { CallHealth, Category, FleetReport, SpanStats } from '@gym/trace-analysis';

import { durationHistogram } from '../../report/duration-histogram.ts';
import type { Histogram } from '../../report/duration-histogram.ts';
import type { LoadedRun } from '../load-run.ts';
import { groupsView } from './groups-view.ts';
import type { GroupView } from './groups-view.ts';

/** A run in numbers, as the page shows it; times in milliseconds. */
export interface OverviewView {
  readonly runId: string;
  readonly total: number;
  readonly analyzed: number;
  readonly rollouts: FleetReport['rollouts'];
  readonly wallMs: number;
  readonly rolloutsPerMinute: number;
  readonly meanConcurrency: number;
  readonly evidence: number;
  /** Hundredths of a percent. */
  readonly shares: Readonly<Record<Category, number>>;
  readonly histogram: Histogram;
  readonly timeline: readonly { readonly p50Ms: number; readonly p95Ms: number; readonly ended: number }[];
  readonly calls: readonly CallHealth[];
  readonly spans: readonly SpanStats[];
  readonly slowest: readonly { readonly rolloutId: string; readonly traceId: string; readonly explanation: string }[];
  /** The tasks that waited longest for one attempt alone. */
  readonly groups: readonly Pick<GroupView, 'task' | 'waitedForId' | 'aloneMs'>[];
}

/** Sums a run up for the page. */
export function overviewView(runId: string, { analysis, total, analyzed }: LoadedRun): OverviewView {
  const { rollouts } = analysis;
  const report = fleetReport(rollouts);
  const { wallMs, rolloutsPerMinute, meanConcurrency, evidence, shares, calls } = report;
  const stragglers = explainStragglers(rollouts);
  return {
    runId,
    total,
    analyzed,
    rollouts: report.rollouts,
    wallMs,
    rolloutsPerMinute,
    meanConcurrency,
    evidence,
    shares,
    histogram: durationHistogram(rollouts.map(({ durationNs }) => Number(durationNs) / 1e6)),
    timeline: report.timeline.map(({ ended }) => ({ p50Ms: ended.p50Ms, p95Ms: ended.p95Ms, ended: ended.count })),
    calls,
    spans: report.spans.slice(0, 60),
    slowest: stragglers.map(({ rollout, explanation }) => ({
      rolloutId: rollout.id,
      traceId: rollout.trace.traceId,
      explanation,
    })),
    groups: groupsView(rollouts)
      .slice(0, 5)
      .map(({ aloneMs, task, waitedForId }) => ({ task, waitedForId, aloneMs })),
  };
}
