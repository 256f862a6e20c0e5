import { context, propagation } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';

import { createPropagator } from './settings/create-propagator.ts';
import type { OtelEnv, Warn } from './settings/otel-env.ts';

/** Registers the global context manager and propagator, which work without any provider; returns what undoes it. */
export function registerPropagation(env: OtelEnv, warn: Warn): () => void {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const propagator = createPropagator(env, warn);
  if (propagator !== undefined) propagation.setGlobalPropagator(propagator);
  return () => {
    context.disable();
    propagation.disable();
  };
}
