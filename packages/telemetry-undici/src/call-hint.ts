import type { Dispatcher } from 'undici';

/** Under this key `requestJson` tells the dispatcher about a call, and a dispatcher tells one inside it. */
export const callHint: unique symbol = Symbol('gym: hint about a call');

/** What only the maker of a request knows about it. */
export interface CallHint {
  /** How often the request was sent before. */
  readonly resendCount?: number;
  /** Set by who reads the response's body to its end; else the span ends at the headers. */
  readonly endsAtBody?: boolean;
  /** Set when an outer dispatcher traces the request already. */
  readonly traced?: boolean;
}

/** Dispatch options that may carry a hint. undici copies symbol keys along. */
export type HintedOptions = Dispatcher.DispatchOptions & {
  readonly [callHint]?: CallHint;
  readonly signal?: unknown;
};
