import { GymAttribute } from '@gym/telemetry';
import { propagation } from '@opentelemetry/api';
import type { Context } from '@opentelemetry/api';

import type { RolloutIdCarrier } from './tracing-options.ts';

/** `context` as it goes on the wire: without the rollout id when it must not travel. */
export function carriedContext(context: Context, rolloutId: RolloutIdCarrier): Context {
  if (rolloutId !== 'none') return context;
  const baggage = propagation.getBaggage(context);
  return baggage ? propagation.setBaggage(context, baggage.removeEntry(GymAttribute.ROLLOUT_ID)) : context;
}
