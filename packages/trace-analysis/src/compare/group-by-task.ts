import type { AnalyzedRollout } from '../analyze-spans.ts';

/** Rollouts by task, in order of appearance. */
export function groupByTask(rollouts: readonly AnalyzedRollout[]): Map<string, AnalyzedRollout[]> {
  const groups = new Map<string, AnalyzedRollout[]>();
  for (const rollout of rollouts) {
    const group = groups.get(rollout.task);
    if (group === undefined) groups.set(rollout.task, [rollout]);
    else group.push(rollout);
  }
  return groups;
}
