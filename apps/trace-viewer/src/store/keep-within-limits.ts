import type { RetentionLimits, TraceStore } from '@gym/trace-store';

const everyMs = 60_000;

/**
 * Deletes the oldest runs of a store that is beyond its limits, now and every minute; `log` hears of runs that went and of
 * what failed. Gives what ends it, which resolves when nothing is being deleted any more.
 */
export function keepWithinLimits(
  store: Pick<TraceStore, 'retention'>,
  limits: RetentionLimits,
  log: (message: string) => void,
): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  const check = async (): Promise<void> => {
    try {
      const { runIds, spans } = await store.retention(limits);
      if (spans > 0)
        log(`deleted ${spans} old spans to stay within the limits, whole runs: ${runIds.join(', ') || 'none'}`);
    } catch (error) {
      log(`old spans could not be deleted: ${(error as Error).message}`);
    }
  };
  const start = (): void => {
    running = running.then(check);
  };
  start();
  const timer = setInterval(start, everyMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
