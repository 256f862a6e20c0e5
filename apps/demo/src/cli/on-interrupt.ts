/**
 * Calls `stop` at the first SIGINT or SIGTERM and `kill` at each further one, until the returned function is called.
 */
export function onInterrupt(stop: () => void, kill: () => void): () => void {
  let asked = false;
  const handle = (): void => {
    if (asked) return kill();
    asked = true;
    stop();
  };
  process.on('SIGINT', handle);
  process.on('SIGTERM', handle);
  return () => {
    process.off('SIGINT', handle);
    process.off('SIGTERM', handle);
  };
}
