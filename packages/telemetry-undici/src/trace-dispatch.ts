import { currentRolloutId, getRuntime } from '@gym/telemetry';
import { context as contextApi } from '@opentelemetry/api';
import type { Dispatcher } from 'undici';

import { callHint, type CallHint, type HintedOptions } from './call-hint.ts';
import { carriedContext } from './carried-context.ts';
import type { ClientCall } from './client-call.ts';
import { followResponse } from './follow-response.ts';
import { keepContext } from './keep-context.ts';
import type { Resend } from './recall-resend.ts';
import { rolloutPath } from './rollout-path.ts';
import { startClientCall } from './start-client-call.ts';
import { isTracingSuppressed, suppressTracing } from './suppress-tracing.ts';
import { traceHeaders } from './trace-headers.ts';
import type { ResolvedTracingOptions } from './tracing-options.ts';

/** Anything that takes a request: a dispatcher, or the rest of a `compose` chain. */
export interface DispatchTarget {
  dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean;
}

const traced: CallHint = { traced: true };

/**
 * Dispatches one request with trace headers, a CLIENT span and its duration, as far as each is switched on.
 *
 * The parent is the span that is active now, so a request that waits in a pool's queue keeps it. Telemetry off, in a
 * context that must not be traced, or inside another tracing dispatcher: the request goes on untouched.
 */
export function traceDispatch(
  target: DispatchTarget,
  settings: ResolvedTracingOptions,
  options: HintedOptions,
  handler: Dispatcher.DispatchHandler,
): boolean {
  const runtime = getRuntime();
  if (!runtime || !handler || !options || options[callHint]?.traced) return target.dispatch(options, handler);
  const active = contextApi.active();
  if (isTracingSuppressed(active)) return target.dispatch(options, handler);

  const resend = settings.recallResend(handler, active);
  let call: ClientCall | undefined;
  let sent = options;
  try {
    const origin = settings.describeOrigin(options.origin ?? settings.origin);
    const path = settings.rolloutId === 'path' ? pathOfRollout(resend, options.path) : options.path;
    const propagates = settings.propagateTo?.(origin.base) ?? true;
    call = startClientCall(runtime, { options, path, origin, resend });
    let headers: unknown = options.headers ?? null;
    if (propagates) {
      const carried = carriedContext(runtime, resend.parent, call?.span, settings.rolloutId);
      headers = traceHeaders(carried, headers, settings.flatHeaders);
    }
    // The hint comes first: V8 gives an object that gets a new key after a spread a shape of its own, which costs 8 us.
    const copy = { [callHint]: traced, ...options, path, headers: headers as string[] };
    if (options[callHint]) copy[callHint] = traced;
    sent = copy;
  } catch {
    // Telemetry is a guest: what fails in it leaves the request as it was.
  }

  const follower = call ? followResponse(handler, call) : handler;
  try {
    if (!settings.createChannel.hasSubscribers) return target.dispatch(sent, follower);
    // Another undici instrumentation runs here: suppressed, it makes no second span and no second traceparent.
    const bound = keepContext(follower, resend.parent);
    return contextApi.with(suppressTracing(resend.parent), () => target.dispatch(sent, bound));
  } catch (error) {
    call?.end(error);
    throw error;
  }
}

function pathOfRollout(resend: Resend, path: string): string {
  const rolloutId = currentRolloutId(resend.parent);
  return rolloutId === undefined ? path : rolloutPath(rolloutId, path);
}
