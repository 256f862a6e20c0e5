import type { CollectedRollout } from '../rollouts/collect.ts';
import { buildTraces, type Trace } from './build-trace.ts';
import { checkRolloutTrace } from './check-rollout-trace.ts';
import { expectedHops, keepEnabled, type Hop, type Participants } from './expected-hops.ts';
import { label } from './match-hops.ts';
import type { SpanLines } from './read-span-lines.ts';

/** The outcome of a verification: no problem means that each rollout is one whole trace. */
export interface Verification {
  readonly rollouts: number;
  /** Traces that belong to a rollout, or to nothing known. */
  readonly traces: number;
  readonly spans: number;
  readonly problems: readonly string[];
  /** The trace of each rollout that has exactly one. */
  readonly byRollout: ReadonlyMap<string, Trace>;
}

/** What the run was: its rollouts, who took part, and the span groups that were on. */
export interface VerifiedRun {
  readonly collected: readonly CollectedRollout[];
  participantsOf(rollout: CollectedRollout): Participants;
  readonly groups: ReadonlySet<string>;
}

const ownTrace = /^gym\.(job|startup|server\.startup)\b/;

function hopsOf(collected: CollectedRollout, run: VerifiedRun): readonly Hop[] | undefined {
  if (!collected.ok) return undefined;
  return keepEnabled(expectedHops(collected.result, run.participantsOf(collected)), run.groups);
}

/** Groups traces by the rollout ids on their spans. */
function sortTraces(traces: readonly Trace[]): { readonly byId: Map<string, Trace[]>; readonly problems: string[] } {
  const byId = new Map<string, Trace[]>();
  const problems: string[] = [];
  for (const trace of traces) {
    const ids = [...new Set(trace.spans.map((span) => span.rolloutId).filter((id) => id !== undefined))];
    for (const id of ids) byId.set(id, [...(byId.get(id) ?? []), trace]);
    if (ids.length > 1) problems.push(`trace ${trace.traceId} holds ${ids.length} rollouts: ${ids.join(', ')}`);
    const first = trace.roots[0] ?? trace.spans[0]!;
    if (ids.length === 0)
      problems.push(`trace ${trace.traceId} belongs to no rollout; it begins with ${label(first.name, first.server)}`);
  }
  return { byId, problems };
}

/** Checks the spans of all processes of a run against its rollouts: rollouts = traces, all hops, no orphan, the link to the job. */
export function verifyRun(lines: SpanLines, run: VerifiedRun): Verification {
  const all = buildTraces(lines.spans);
  const traces = all.filter((trace) => !trace.spans.every((span) => ownTrace.test(span.name)));
  const job = lines.spans.find((span) => span.name === 'gym.job');
  const { byId, problems } = sortTraces(traces);
  problems.unshift(...lines.problems);
  if (run.groups.has('job') && !job) problems.push('there is no gym.job span');
  const byRollout = new Map<string, Trace>();
  for (const collected of run.collected) {
    const { id } = collected.rollout;
    const own = byId.get(id) ?? [];
    byId.delete(id);
    const [trace] = own;
    if (!trace) {
      if (collected.ok) problems.push(`rollout ${id}: no trace`);
      continue;
    }
    if (own.length > 1) {
      const roots = own.flatMap((part) => part.roots.map((root) => label(root.name, root.server)));
      problems.push(`rollout ${id}: ${own.length} traces instead of 1; they begin with ${roots.join(', ')}`);
    } else byRollout.set(id, trace);
    const main =
      own.find((part) => part.roots.some((root) => root.server === run.participantsOf(collected).driver)) ?? trace;
    for (const problem of checkRolloutTrace(main, { hops: hopsOf(collected, run), job })) {
      problems.push(`rollout ${id}, trace ${main.traceId}: ${problem}`);
    }
  }
  for (const id of byId.keys()) problems.push(`rollout ${id} has spans, but was not part of this run`);
  return { rollouts: run.collected.length, traces: traces.length, spans: lines.spans.length, problems, byRollout };
}
