import { context, propagation } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';

import { isRegistered } from './is-registered.ts';
import { createPropagator } from './settings/create-propagator.ts';
import type { OtelEnv, Warn } from './settings/otel-env.ts';

/**
 * Registers the global context manager and propagator, which work without any provider; returns what undoes it. What
 * somebody else has registered stays, also then.
 */
export function registerPropagation(env: OtelEnv, warn: Warn): () => void {
  const ownContext =
    !isRegistered('context') && context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const propagator = createPropagator(env, warn);
  const ownPropagation =
    propagator !== undefined && !isRegistered('propagation') && propagation.setGlobalPropagator(propagator);
  return () => {
    if (ownContext) context.disable();
    if (ownPropagation) propagation.disable();
  };
}
