import { context as contextApi, propagation } from '@opentelemetry/api';
import type { Context } from '@opentelemetry/api';

import { GymAttribute } from './attribute-names.ts';
import { getRuntime } from './runtime.ts';

/**
 * Runs `fn` with a current rollout id.
 *
 * The id is a W3C baggage entry `nemo.gym.rollout.id`, so it goes with every call the client makes and is current again
 * in the server that answers it. Without telemetry `fn` just runs.
 */
export function runWithRolloutId<T>(rolloutId: string, fn: () => T): T {
  if (!getRuntime()) return fn();
  return contextApi.with(setRolloutId(contextApi.active(), rolloutId), fn);
}

/** `context` with a current rollout id. */
export function setRolloutId(context: Context, rolloutId: string): Context {
  const baggage = propagation.getBaggage(context) ?? propagation.createBaggage();
  return propagation.setBaggage(context, baggage.setEntry(GymAttribute.ROLLOUT_ID, { value: rolloutId }));
}

/** The rollout id of a context, the active one by default; `undefined` outside a rollout. */
export function currentRolloutId(context: Context = contextApi.active()): string | undefined {
  return propagation.getBaggage(context)?.getEntry(GymAttribute.ROLLOUT_ID)?.value;
}
