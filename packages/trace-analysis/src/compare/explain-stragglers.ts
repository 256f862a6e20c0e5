import type { AnalyzedRollout } from '../analyze-spans.ts';
import { compareTimes } from '../assemble/compare-nodes.ts';
import { describeExtra, formatSeconds } from './describe-extra.ts';
import type { ExtraTime } from './describe-extra.ts';
import { groupByTask } from './group-by-task.ts';
import type { TypicalRollout } from './typical-rollout.ts';
import { causeKey, typicalRollout } from './typical-rollout.ts';

/** A slow rollout and why it is slow. */
export interface Straggler {
  readonly rollout: AnalyzedRollout;
  /** What it was compared with: other attempts of its task (when there are at least two), or the rest of the run. */
  readonly comparedWith: 'siblings' | 'run';
  /** Nanoseconds over the typical duration of those. */
  readonly extraNs: number;
  readonly runMedianNs: bigint;
  /** Where the extra time went, most first; what it was faster at is negative. The sum is `extraNs`. */
  readonly extra: readonly ExtraTime[];
  /** The explanation in one sentence. */
  readonly explanation: string;
}

/** Which rollouts count as slow. */
export interface StragglerOptions {
  /** The slowest share of rollouts, 0 to 1 (default 0.05). At least one rollout, when any is slower than the median. */
  readonly share?: number | undefined;
  /** At most this many (default 10). */
  readonly limit?: number | undefined;
}

/** Finds the slowest rollouts, slowest first, and says what each waited for that the others did not. */
export function explainStragglers(rollouts: readonly AnalyzedRollout[], options: StragglerOptions = {}): Straggler[] {
  const { share = 0.05, limit = 10 } = options;
  const run = typicalRollout(rollouts);
  const byTask = groupByTask(rollouts);
  return [...rollouts]
    .sort((a, b) => compareTimes(b.durationNs, a.durationNs))
    .slice(0, Math.min(limit, Math.max(1, Math.ceil(rollouts.length * share))))
    .filter(({ durationNs }) => durationNs > run.medianNs)
    .map((rollout) => {
      const siblings = (byTask.get(rollout.task) ?? []).filter((other) => other !== rollout);
      return explain(rollout, siblings, run);
    });
}

function explain(rollout: AnalyzedRollout, siblings: readonly AnalyzedRollout[], run: TypicalRollout): Straggler {
  const comparedWith = siblings.length >= 2 ? 'siblings' : 'run';
  const typical = comparedWith === 'siblings' ? typicalRollout(siblings) : run;
  const extraNs = Number(rollout.durationNs) - typical.durationNs;
  const extra = extraOver(rollout, typical);
  const whom = comparedWith === 'siblings' ? `the other ${typical.count} attempts of its task` : 'the run';
  const [took, usual] = [formatSeconds(Number(rollout.durationNs)), formatSeconds(typical.durationNs)];
  const median = comparedWith === 'siblings' ? `; the run's median is ${formatSeconds(Number(run.medianNs))}` : '';
  const beginning = `Rollout ${rollout.id} took ${took}, typical for ${whom} is ${usual}${median}`;
  const evidence =
    rollout.audit.score < 0.8 ? `; but its spans are incomplete (${rollout.audit.gaps[0]?.message})` : '';
  const explanation = `${beginning}: ${describeExtra(extra, extraNs)}${evidence}.`;
  return { rollout, comparedWith, extraNs, runMedianNs: run.medianNs, extra, explanation };
}

function extraOver(rollout: AnalyzedRollout, typical: TypicalRollout): ExtraTime[] {
  const own = new Map(rollout.causes.map((cause) => [causeKey(cause), cause]));
  const extra = rollout.causes.map((cause) => {
    const usual = typical.causes.get(causeKey(cause)) ?? 0;
    return { ...cause, extraNs: Number(cause.durationNs) - usual };
  });
  const missing = [...typical.causes].filter(([key]) => !own.has(key));
  const gone = missing.map(([key, usual]) => {
    const [category, subject] = key.split('\0') as [ExtraTime['category'], string];
    return { category, subject, extraNs: -usual, longest: undefined };
  });
  return [...extra, ...gone].sort((a, b) => b.extraNs - a.extraNs);
}
