/**
 * Keeps this process from ever sleeping until the returned function is called.
 *
 * Waking a process costs the one that writes to it as much as a request, and the slower a variant is the more often its
 * peer sleeps: without this the variants would pay for their peer.
 */
export function keepAwake(): () => void {
  let awake = true;
  const spin = (): void => {
    if (awake) setImmediate(spin);
  };
  spin();
  return () => {
    awake = false;
  };
}
