import type { AnalyzedRollout, EvidenceGap, SpanAnalysis, SpanNode, Trace } from '@gym/trace-analysis';
import { checkPropagation } from '@gym/trace-viewer';

import type { CollectedRollout } from '../rollouts/collect.ts';
import { expectedHops, keepEnabled, type Hop, type Participants } from './expected-hops.ts';
import { label, missingHops } from './match-hops.ts';

/** The outcome of a verification: no problem means that each rollout is one whole trace. */
export interface Verification {
  readonly rollouts: number;
  /** Traces that belong to a rollout, or to nothing known. */
  readonly traces: number;
  readonly spans: number;
  readonly problems: readonly string[];
}

/** What the run was: its rollouts, who took part, and the span groups that were on. */
export interface VerifiedRun {
  readonly collected: readonly CollectedRollout[];
  participantsOf(rollout: CollectedRollout): Participants;
  readonly groups: ReadonlySet<string>;
  /** Telemetry that could not be read. */
  readonly problems: readonly string[];
}

/** A rollout's own result tells its hops more exactly than what most rollouts have. */
const ignored: ReadonlySet<EvidenceGap['code']> = new Set(['missing_hops', 'lost_server_spans', 'no_rollout_span']);

function hopsOf(collected: CollectedRollout, run: VerifiedRun): readonly Hop[] {
  if (!collected.ok) return [];
  return keepEnabled(expectedHops(collected.result, run.participantsOf(collected)), run.groups);
}

function linksTo({ nodes }: Trace, { span: job }: SpanNode): boolean {
  return nodes.some(({ span }) =>
    span.links.some(({ spanId, traceId }) => traceId === job.traceId && spanId === job.spanId),
  );
}

function groupById(rollouts: readonly AnalyzedRollout[]): Map<string, AnalyzedRollout[]> {
  const byId = new Map<string, AnalyzedRollout[]>();
  for (const rollout of rollouts) byId.set(rollout.id, [...(byId.get(rollout.id) ?? []), rollout]);
  return byId;
}

/**
 * Checks the traces of a run against its rollouts: what {@link checkPropagation} does, each hop that a rollout's result
 * tells of, the link to the job, and that there is no trace besides.
 */
export function verifyRun(analysis: SpanAnalysis, run: VerifiedRun): Verification {
  const { rollouts, traces } = analysis;
  const check = checkPropagation(analysis, { ignored });
  const problems = [...run.problems];
  for (const { message, rolloutId, severity } of check.findings) {
    if (severity === 'problem') problems.push(rolloutId === '' ? message : `rollout ${rolloutId}: ${message}`);
  }
  const job = traces.flatMap(({ nodes }) => nodes).find(({ span }) => span.name === 'gym.job');
  if (run.groups.has('job') && !job) problems.push('there is no gym.job span');
  const strays = traces.filter(({ kind }) => kind === 'other');
  for (const { nodes, traceId } of strays) {
    const first = nodes[0]!;
    problems.push(`trace ${traceId} belongs to no rollout; it begins with ${label(first.span.name, first.server)}`);
  }
  const byId = groupById(rollouts);
  for (const collected of run.collected) {
    const { id } = collected.rollout;
    const own = byId.get(id) ?? [];
    byId.delete(id);
    const main = own.find(({ root }) => root.server === run.participantsOf(collected).driver) ?? own[0];
    if (!main) {
      if (collected.ok) problems.push(`rollout ${id}: no trace`);
      continue;
    }
    const { roots, traceId } = main.trace;
    const found = [...missingHops(roots, hopsOf(collected, run), 'the root')];
    if (job && !linksTo(main.trace, job)) found.push('no link to gym.job');
    for (const problem of found) problems.push(`rollout ${id}, trace ${traceId}: ${problem}`);
  }
  for (const id of byId.keys()) problems.push(`rollout ${id} has spans, but was not part of this run`);
  return { rollouts: run.collected.length, traces: check.traces + strays.length, spans: check.spans, problems };
}
