/** Longest time a Node timer can hold. */
const maxTimerMs = 2 ** 31 - 1;

/** The waits between attempts of one pipeline; a flush or a shutdown can end them all early. Timers never keep the process alive. */
export class RetryWaits {
  readonly #wakes = new Set<() => void>();

  /** Resolves after `ms` (25 days at most), or at the next {@link wakeAll}. */
  wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        clearTimeout(timer);
        this.#wakes.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, Math.min(ms, maxTimerMs));
      timer.unref();
      this.#wakes.add(wake);
    });
  }

  /** Ends every wait that is on now. */
  wakeAll(): void {
    const wakes = [...this.#wakes];
    for (const wake of wakes) wake();
  }
}
