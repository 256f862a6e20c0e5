/** Names one rollout of a run: task index (line of the input, from 0) and repeat (from 0). */
export interface RolloutKey {
  readonly taskIndex: number;
  readonly rolloutIndex: number;
}

/** The id NeMo Gym gives a rollout: `<task>-<rollout>`. */
export function rolloutIdOf(key: RolloutKey): string {
  return `${key.taskIndex}-${key.rolloutIndex}`;
}

/** The key in a row of the driver, `_ng_task_index` and `_ng_rollout_index`; `undefined` when the row has none. */
export function readRolloutKey(row: Readonly<Record<string, unknown>>): RolloutKey | undefined {
  const { _ng_task_index: taskIndex, _ng_rollout_index: rolloutIndex } = row;
  if (!Number.isInteger(taskIndex) || !Number.isInteger(rolloutIndex)) return undefined;
  return { taskIndex: taskIndex as number, rolloutIndex: rolloutIndex as number };
}
