import { context } from '@opentelemetry/api';
import type { Context } from '@opentelemetry/api';

/** Called once when the work under a span is over; `failed` says whether `error` is what it threw. */
export type OnSettled = (failed: boolean, error?: unknown) => void;

function isThenable(value: object): value is PromiseLike<unknown> {
  return typeof (value as { then?: unknown }).then === 'function';
}

function keepGenerator(generator: Generator, ctx: Context, onSettled: OnSettled): Generator {
  const step = (move: () => IteratorResult<unknown>): IteratorResult<unknown> => {
    try {
      const result = context.with(ctx, move);
      if (result.done) onSettled(false);
      return result;
    } catch (error) {
      onSettled(true, error);
      throw error;
    }
  };
  return overrideMoves(generator, step);
}

function keepAsyncGenerator(generator: AsyncGenerator, ctx: Context, onSettled: OnSettled): AsyncGenerator {
  const step = async (move: () => Promise<IteratorResult<unknown>>): Promise<IteratorResult<unknown>> => {
    try {
      const result = await context.with(ctx, move);
      if (result.done) onSettled(false);
      return result;
    } catch (error) {
      onSettled(true, error);
      throw error;
    }
  };
  return overrideMoves(generator, step);
}

/** A generator of the same prototype whose moves go through `step`. */
function overrideMoves<G extends Generator | AsyncGenerator>(generator: G, step: (move: () => never) => unknown): G {
  const move = (name: 'next' | 'return' | 'throw') => ({
    value: (...args: [unknown]) => step(() => (generator[name] as (...given: unknown[]) => never)(...args)),
    writable: true,
    configurable: true,
  });
  return Object.create(Object.getPrototypeOf(generator) as object, {
    next: move('next'),
    return: move('return'),
    throw: move('throw'),
  }) as G;
}

/**
 * Calls `onSettled` when what a function returned is over, and returns what the caller should get.
 *
 * A plain value is over at once. A promise is over when it settles and is returned as it is, the very same object.
 * Another thenable is followed through one `then` only, since a lazy one would run again at each. A generator, or async
 * generator, is over when it is exhausted, returned or throws, and each of its steps runs in `ctx`.
 */
export function settleSpan(result: unknown, ctx: Context, onSettled: OnSettled): unknown {
  if (typeof result !== 'object' || result === null) {
    onSettled(false);
    return result;
  }
  if (result instanceof Promise) {
    result.then(
      () => onSettled(false),
      (error: unknown) => onSettled(true, error),
    );
    return result;
  }
  if (isThenable(result)) {
    return result.then(
      (value) => {
        onSettled(false);
        return value;
      },
      (error: unknown) => {
        onSettled(true, error);
        throw error;
      },
    );
  }
  switch (Object.prototype.toString.call(result)) {
    case '[object Generator]':
      return keepGenerator(result as Generator, ctx, onSettled);
    case '[object AsyncGenerator]':
      return keepAsyncGenerator(result as AsyncGenerator, ctx, onSettled);
    default:
      onSettled(false);
      return result;
  }
}
