import type { CollectedRollout } from '../rollouts/collect.ts';
import { percentile } from './percentile.ts';

/** Lines about what came of the rollouts; `seconds` is the wall time of the collection. */
export function summariseRollouts(collected: readonly CollectedRollout[], seconds: number): readonly string[] {
  const done = collected.filter((rollout) => rollout.ok);
  const rewards = done.map((rollout) => rollout.result.reward);
  const mean = rewards.reduce((sum, reward) => sum + reward, 0) / rewards.length;
  const durations = collected.map((rollout) => rollout.durationMs);
  const atMaxSteps = done.filter(
    (rollout) => rollout.result.response.incomplete_details?.reason === 'max_steps',
  ).length;
  const failed = collected.length - done.length;
  const ms = (share: number): string => `${percentile(durations, share).toFixed(0)} ms`;
  return [
    `rollouts   ${collected.length} in ${seconds.toFixed(1)} s, ${(collected.length / seconds).toFixed(1)}/s${failed > 0 ? `, ${failed} failed` : ''}`,
    ...(rewards.length > 0
      ? [
          `reward     ${mean.toFixed(3)} mean, ${rewards.filter((reward) => reward >= 1).length} of ${rewards.length} right`,
        ]
      : []),
    ...(durations.length > 0 ? [`duration   p50 ${ms(0.5)}, p95 ${ms(0.95)}, p99 ${ms(0.99)}, max ${ms(1)}`] : []),
    ...(atMaxSteps > 0 ? [`incomplete ${atMaxSteps} reached max_steps without an answer`] : []),
  ];
}
