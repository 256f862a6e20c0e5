import type { AnalyzedRollout } from '../analyze-spans.ts';
import { compareTimes } from '../assemble/compare-nodes.ts';
import type { Category } from '../path/category.ts';
import { shareBasisPoints } from '../path/share-basis-points.ts';
import { groupByTask } from './group-by-task.ts';

/** One attempt beside its siblings. */
export interface GroupAttempt {
  readonly rollout: AnalyzedRollout;
  /** After the group's first start. */
  readonly offsetNs: bigint;
  readonly durationNs: bigint;
  readonly shares: Readonly<Record<Category, number>>;
}

/** The attempts of one task side by side. */
export interface TaskGroup {
  readonly task: string;
  /** By start. */
  readonly attempts: readonly GroupAttempt[];
  readonly startNs: bigint;
  readonly endNs: bigint;
  readonly failed: number;
  /** The attempt that ended last, and for how long the group waited for it alone; undefined for one attempt. */
  readonly waitedFor: { readonly rollout: AnalyzedRollout; readonly aloneNs: bigint } | undefined;
  /** Longest duration over shortest; 1 when all took the same, 0 when the shortest took no time. */
  readonly spread: number;
}

/** Groups rollouts by task, the group that waited longest for its last attempt first. */
export function groupLens(rollouts: readonly AnalyzedRollout[]): TaskGroup[] {
  return [...groupByTask(rollouts)]
    .map(([task, members]) => makeGroup(task, members))
    .sort((a, b) => compareTimes(b.waitedFor?.aloneNs ?? 0n, a.waitedFor?.aloneNs ?? 0n));
}

function makeGroup(task: string, members: readonly AnalyzedRollout[]): TaskGroup {
  const byStart = [...members].sort((a, b) => compareTimes(a.startNs, b.startNs));
  const byEnd = [...members].sort((a, b) => compareTimes(a.endNs, b.endNs));
  const lengths = members.map(({ durationNs }) => durationNs).sort(compareTimes);
  const startNs = byStart[0]!.startNs;
  const last = byEnd.at(-1)!;
  const before = byEnd.at(-2);
  return {
    task,
    attempts: byStart.map((rollout) => ({
      rollout,
      offsetNs: rollout.startNs - startNs,
      durationNs: rollout.durationNs,
      shares: shareBasisPoints(rollout.path.byCategory),
    })),
    startNs,
    endNs: last.endNs,
    failed: members.filter(({ failed }) => failed).length,
    waitedFor: before === undefined ? undefined : { rollout: last, aloneNs: last.endNs - before.endNs },
    spread: lengths[0] === 0n ? 0 : Number(lengths.at(-1)!) / Number(lengths[0]!),
  };
}
