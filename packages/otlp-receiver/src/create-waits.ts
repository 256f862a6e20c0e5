import { OtlpReceiverError } from './otlp-receiver-error.ts';

/** Promises that wait for a condition, tried again at each `check`. */
export interface Waits {
  /** Resolves when `isMet` returns true; rejects with `WAIT_TIMEOUT`, `STOPPED` or what `isMet` throws. */
  add(isMet: () => boolean, timeoutMs: number, describe: () => string): Promise<void>;
  check(): void;
  /** Rejects all that still wait, and all later ones whose condition does not hold already. */
  stop(): void;
}

/** Creates the waits of one receiver. */
export function createWaits(): Waits {
  const pending = new Set<{ check(): void; stop(): void }>();
  let stopped = false;
  const stoppedError = (): OtlpReceiverError => new OtlpReceiverError('STOPPED', 'the receiver was stopped');
  return {
    add: (isMet, timeoutMs, describe) =>
      new Promise((resolve, reject) => {
        const settle = (finish: () => void): void => {
          clearTimeout(timer);
          pending.delete(wait);
          finish();
        };
        const wait = {
          check: (): void => {
            try {
              if (isMet()) settle(resolve);
            } catch (error) {
              settle(() => reject(error));
            }
          },
          stop: (): void => settle(() => reject(stoppedError())),
        };
        const timer = setTimeout(() => {
          settle(() => reject(new OtlpReceiverError('WAIT_TIMEOUT', describe())));
        }, timeoutMs);
        pending.add(wait);
        wait.check();
        if (stopped) wait.stop();
      }),
    check: () => {
      for (const wait of pending) wait.check();
    },
    stop: () => {
      stopped = true;
      for (const wait of pending) wait.stop();
    },
  };
}
