import { Agent, type Dispatcher } from 'undici';

import { createTracingDispatcher, isTracingDispatcher } from './tracing-dispatcher.ts';

let sharedAgent: Dispatcher | undefined;
const tracedDispatchers = new WeakMap<Dispatcher, Dispatcher>();

/** The dispatcher a call goes through: the given one, made tracing once, else the process's shared agent. */
export function dispatcherFor(dispatcher: Dispatcher | undefined): Dispatcher {
  if (!dispatcher) return (sharedAgent ??= createTracingDispatcher(new Agent()));
  if (isTracingDispatcher(dispatcher)) return dispatcher;
  let traced = tracedDispatchers.get(dispatcher);
  if (!traced) tracedDispatchers.set(dispatcher, (traced = createTracingDispatcher(dispatcher)));
  return traced;
}

/** Closes the agent that calls without a `dispatcher` share, after its running calls; the next call makes a new one. */
export async function closeSharedAgent(): Promise<void> {
  const agent = sharedAgent;
  sharedAgent = undefined;
  await agent?.close();
}
