/** What the hooks call; neither may reject, and both keep their own deadline. */
export interface ExitActions {
  /** Delivers what is queued and goes on. */
  readonly flush: () => Promise<unknown>;
  /** Closes open spans, delivers everything and stops; `timedOut` says that the deadline came first. */
  readonly shutdown: () => Promise<{ readonly timedOut: boolean }>;
}

const signals = ['SIGTERM', 'SIGINT'] as const;

/**
 * Delivers telemetry when the process ends; returns a function that takes the hooks out.
 *
 * A signal nobody else listens to: shut down, then raise it again, so that the process ends as it would have (code
 * 128 + n); a second one meanwhile ends it at once. A signal others listen to: flush, and leave the ending to them. A
 * natural end: shut down; if the deadline came first, end at once, whatever request still waits. A crash (uncaught exception or unhandled rejection) nobody else listens to: shut down, then
 * throw it again, so that Node reports it and exits with code 1. `process.exit()` and SIGKILL leave no time.
 */
export function installExitHooks({ flush, shutdown }: ExitActions): () => void {
  let raised = false;
  const onSignal = (signal: NodeJS.Signals): void => {
    const raise = (): void => {
      remove();
      if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
    };
    if (process.listenerCount(signal) > 1) void flush();
    else if (raised) raise();
    else void shutdown().then(raise);
    raised = true;
  };
  const onBeforeExit = (): void => {
    void shutdown().then(({ timedOut }) => {
      // The host has nothing left to do; only an export nobody waits for any more could hold the process.
      if (timedOut && process.listenerCount('beforeExit') === 0) process.exit();
    });
  };
  const onCrash = (error: unknown): void => {
    if (process.listenerCount('uncaughtException') > 1) return;
    void shutdown().then(() => {
      remove();
      setImmediate(() => {
        throw error;
      });
    });
  };
  const remove = (): void => {
    for (const signal of signals) process.removeListener(signal, onSignal);
    process.removeListener('beforeExit', onBeforeExit);
    process.removeListener('uncaughtException', onCrash);
  };
  for (const signal of signals) process.on(signal, onSignal);
  process.once('beforeExit', onBeforeExit);
  process.on('uncaughtException', onCrash);
  return remove;
}
