import type { RolloutRequest } from '../shapes/responses.ts';
import type { Task } from './read-tasks.ts';
import { rolloutIdOf, type RolloutKey } from './rollout-id.ts';

/** One rollout to run: the body of the agent's `/run`. */
export interface PlannedRollout {
  readonly key: RolloutKey;
  readonly id: string;
  readonly request: RolloutRequest;
}

/** The agent a row names in `agent_ref`, if it does. */
export function agentOf(request: RolloutRequest): string | undefined {
  const reference = request['agent_ref'] as { readonly name?: unknown } | undefined;
  return typeof reference?.name === 'string' ? reference.name : undefined;
}

/**
 * Makes the rollouts of a run: each task `numRepeats` times, in order.
 *
 * The seed of a repeat (`seed` + its index) goes into `responses_create_params.metadata.seed`; the driver's keys
 * `_ng_task_index` and `_ng_rollout_index` are added as NeMo Gym does.
 */
export function planRollouts(tasks: readonly Task[], numRepeats: number, seed: number): readonly PlannedRollout[] {
  return tasks.flatMap(({ taskIndex, row }) =>
    Array.from({ length: numRepeats }, (_, rolloutIndex) => {
      const key = { taskIndex, rolloutIndex };
      const params = row.responses_create_params;
      const metadata = { ...params.metadata, seed: String(seed + rolloutIndex) };
      const request = {
        ...row,
        responses_create_params: { ...params, metadata },
        _ng_task_index: taskIndex,
        _ng_rollout_index: rolloutIndex,
      };
      return { key, id: rolloutIdOf(key), request };
    }),
  );
}
