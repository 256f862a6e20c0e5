import { channel, type Channel } from 'node:diagnostics_channel';

import { createOriginDescriber, type OriginDescription } from './describe-origin.ts';
import { createResendMemory, type ResendMemory } from './recall-resend.ts';

/**
 * How the rollout id travels: as the W3C baggage entry `nemo.gym.rollout.id`; as baggage and as NeMo Gym's path prefix
 * `/ng-rollout/<id>`, which its Python servers read; or not at all.
 */
export type RolloutIdCarrier = 'baggage' | 'path' | 'none';

/** Settings of a tracing dispatcher or interceptor. */
export interface TracingOptions {
  /** Default `baggage`. */
  readonly rolloutId?: RolloutIdCarrier;
  /** Whether trace headers may go to an origin such as `https://host:8443`. Default: to every origin. */
  readonly propagateTo?: (origin: string) => boolean;
  /** The origin of requests that name none, as those of a `Pool` or `Client` that is used directly. */
  readonly origin?: string;
}

/** Options with their defaults, and what one dispatcher keeps between requests. */
export interface ResolvedTracingOptions {
  readonly rolloutId: RolloutIdCarrier;
  readonly propagateTo: ((origin: string) => boolean) | undefined;
  readonly origin: string | undefined;
  /** Headers given as an object may go on as a flat array, which undici reads fastest. */
  readonly flatHeaders: boolean;
  readonly describeOrigin: (origin: string | URL | undefined) => OriginDescription;
  readonly recallResend: ResendMemory;
  /** Has subscribers while another undici instrumentation runs in this process. */
  readonly createChannel: Channel;
}

/** Fills in the defaults. */
export function resolveTracingOptions(options: TracingOptions, flatHeaders: boolean): ResolvedTracingOptions {
  return {
    rolloutId: options.rolloutId ?? 'baggage',
    propagateTo: options.propagateTo,
    origin: options.origin,
    flatHeaders,
    describeOrigin: createOriginDescriber(),
    recallResend: createResendMemory(),
    createChannel: channel('undici:request:create'),
  };
}
