import type { SpanGroupHandle } from '@gym/telemetry-span-groups';

import type { GymSpanOptions } from './open-span.ts';
import { runInSpan } from './with-span.ts';

/**
 * Wraps a function so that each call runs in a span of a group; it keeps `this`, `name`, `length` and what it returns.
 *
 * With the group off a call is passed straight on. Sync, async and generator functions are handled as in `withSpan`.
 */
export function traced<This, Args extends unknown[], Result>(
  group: SpanGroupHandle,
  name: string,
  fn: (this: This, ...args: Args) => Result,
  options?: GymSpanOptions,
): (this: This, ...args: Args) => Result {
  const wrapped = function (this: This, ...args: Args): Result {
    if (!group.enabled) return fn.apply(this, args);
    return runInSpan(name, options, () => fn.apply(this, args));
  };
  Object.defineProperty(wrapped, 'name', { value: fn.name, configurable: true });
  Object.defineProperty(wrapped, 'length', { value: fn.length, configurable: true });
  return wrapped;
}
