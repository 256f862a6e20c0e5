let quiet = false;

/** Whether what is logged right now is left out by the bridges. */
export function isQuiet(): boolean {
  return quiet;
}

/** Runs `fn` with the bridges off: what telemetry itself writes must not come back as a log record. */
export function quietly<T>(fn: () => T): T {
  const before = quiet;
  quiet = true;
  try {
    return fn();
  } finally {
    quiet = before;
  }
}
