import { requestJson } from '@gym/telemetry-undici';

import { isResponsesResponse } from '../proxy/translate-response.ts';
import { isRecord } from '../shapes/read-items.ts';
import type { RolloutResult } from '../shapes/responses.ts';
import type { PlannedRollout } from './plan-rollouts.ts';

/** Runs a rollout at an agent; rejects when the agent fails, takes longer than `timeoutMs` or answers no result. */
export async function runAtAgent(
  rollout: PlannedRollout,
  agentUrl: string,
  { signal, timeoutMs }: { readonly signal: AbortSignal; readonly timeoutMs: number },
): Promise<RolloutResult> {
  const { data } = await requestJson(`${agentUrl}/run`, { body: rollout.request, signal, timeoutMs });
  if (isRecord(data) && typeof data['reward'] === 'number' && isResponsesResponse(data['response'])) {
    return { ...rollout.request, ...data, response: data['response'], reward: data['reward'] };
  }
  throw new Error(`${agentUrl}/run: the answer has no reward or no response`);
}
