import type { Meter } from '@opentelemetry/api';

import type { SignalCounter } from './signal-counts.ts';
import type { LogEmitter } from './started-sdk.ts';

/** One signal that is on, as `startSdk` drives it. */
export interface RunningSignal {
  readonly counter: SignalCounter;
  /** The logs' own. */
  readonly logger?: LogEmitter;
  /** The metrics' own. */
  readonly meter?: Meter;
  /** Sends what there is now; may take for ever, never rejects. */
  flush(): Promise<void>;
  /** Takes nothing new and sends the rest; `deadlineAtMs` is a `performance.now()` time. May take for ever, never rejects. */
  drain(deadlineAtMs: number): Promise<void>;
  /** Gives up the rest, closes connections, unregisters the global. */
  close(): void;
}
