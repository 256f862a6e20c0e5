import type { Trace } from './build-trace.ts';
import type { Hop } from './expected-hops.ts';
import { label, missingHops } from './match-hops.ts';
import type { SpanRecord } from './span-record.ts';

/** What a rollout's trace is held against; without `hops` (a failed rollout) only its form is checked. */
export interface TraceExpectation {
  readonly hops: readonly Hop[] | undefined;
  /** The job the rollout must link to, where the group `job` is on. */
  readonly job: SpanRecord | undefined;
}

function linksTo(trace: Trace, job: SpanRecord): boolean {
  return trace.spans.some((span) =>
    span.links.some((link) => link.traceId === job.traceId && link.spanId === job.spanId),
  );
}

/** Checks one rollout's trace: one root, no orphan, all hops with their parents, a link to the job. Gives sentences. */
export function checkRolloutTrace(trace: Trace, { hops, job }: TraceExpectation): readonly string[] {
  const problems: string[] = [];
  const name = (span: SpanRecord): string => label(span.name, span.server);
  if (trace.roots.length !== 1) {
    problems.push(`expected one root, found ${trace.roots.length}: ${trace.roots.map(name).join(', ') || 'none'}`);
  }
  for (const orphan of trace.orphans)
    problems.push(`orphan ${name(orphan)}: its parent ${orphan.parentSpanId} is in no log`);
  if (hops) problems.push(...missingHops(trace, trace.roots, hops, 'the root'));
  if (job && !linksTo(trace, job)) problems.push('no link to gym.job');
  return problems;
}
