import type { AnalyzedRollout, EvidenceGap, SpanAnalysis } from '@gym/trace-analysis';

/** Something that keeps a run from being whole; a `note` does not fail the check. */
export interface Finding {
  readonly severity: 'problem' | 'note';
  readonly rolloutId: string;
  readonly message: string;
}

/** What the propagation check found. */
export interface PropagationCheck {
  readonly rollouts: number;
  readonly traces: number;
  readonly spans: number;
  readonly findings: readonly Finding[];
  readonly isWhole: boolean;
}

const notes: ReadonlySet<EvidenceGap['code']> = new Set(['truncated_spans', 'clock_trouble']);

/** What a run must be like, beyond its rollouts being whole. */
export interface CheckOptions {
  /** How many rollouts there must be. */
  readonly rollouts?: number | undefined;
  /** Gaps that are no findings, because the caller checks them better or expects them. */
  readonly ignored?: ReadonlySet<EvidenceGap['code']> | undefined;
}

/**
 * Checks that each rollout is exactly one trace with every hop in it. Problems: no rollout at all, fewer or more than
 * wanted, a rollout in two traces, a trace with two rollouts, and missing hops, server spans or parents. Notes: truncated
 * spans, clock trouble, and hops that a failed rollout did not reach.
 */
export function checkPropagation(analysis: SpanAnalysis, options: CheckOptions = {}): PropagationCheck {
  const { rollouts: expected, ignored } = options;
  const { rollouts, traces } = analysis;
  const findings: Finding[] = [];
  const count = new Set(rollouts.map(keyOf)).size;
  if (count === 0) findings.push(problem('', 'no rollout: no gym.rollout span and no nemo.gym.rollout.id in the logs'));
  else if (expected !== undefined && count !== expected)
    findings.push(problem('', `${count} rollouts, expected ${expected}`));
  findings.push(
    ...sharedTraces(rollouts),
    ...splitRollouts(rollouts),
    ...rollouts.flatMap((rollout) => gapsOf(rollout, ignored)),
  );
  const inRollouts = new Set(rollouts.map(({ trace }) => trace));
  const spans = traces.reduce((sum, { nodes }) => sum + nodes.length, 0);
  const isWhole = findings.every(({ severity }) => severity === 'note');
  return { rollouts: count, traces: inRollouts.size, spans, findings, isWhole };
}

function gapsOf({ id, audit, failed }: AnalyzedRollout, ignored: CheckOptions['ignored']): Finding[] {
  return audit.gaps
    .filter(({ code }) => ignored?.has(code) !== true)
    .map(({ code, message }) => {
      const isNote = notes.has(code) || (code === 'missing_hops' && failed);
      return { severity: isNote ? 'note' : 'problem', rolloutId: id, message };
    });
}

function splitRollouts(rollouts: readonly AnalyzedRollout[]): Finding[] {
  const byRollout = new Map<string, AnalyzedRollout[]>();
  for (const rollout of rollouts) byRollout.set(keyOf(rollout), [...(byRollout.get(keyOf(rollout)) ?? []), rollout]);
  return [...byRollout.values()]
    .map((parts) => ({ id: parts[0]?.id ?? '', ids: new Set(parts.map(({ trace }) => trace.traceId)) }))
    .filter(({ ids }) => ids.size > 1)
    .map(({ id, ids }) => problem(id, `in ${ids.size} traces: ${[...ids].slice(0, 4).join(', ')}`));
}

function sharedTraces(rollouts: readonly AnalyzedRollout[]): Finding[] {
  const byTrace = new Map<string, Set<string>>();
  for (const { id, trace } of rollouts) byTrace.set(trace.traceId, (byTrace.get(trace.traceId) ?? new Set()).add(id));
  return [...byTrace]
    .filter(([, ids]) => ids.size > 1)
    .map(([traceId, ids]) => problem([...ids][0] ?? '', `trace ${traceId} holds ${ids.size} rollouts`));
}

/** The same rollout id in two runs is two rollouts. */
function keyOf({ runId, id }: AnalyzedRollout): string {
  return JSON.stringify([runId ?? '', id]);
}

function problem(rolloutId: string, message: string): Finding {
  return { severity: 'problem', rolloutId, message };
}
