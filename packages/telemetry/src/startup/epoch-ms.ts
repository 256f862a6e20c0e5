/** Now, in milliseconds since the epoch with fractions: the clock of all startup times. */
export function epochMs(): number {
  return performance.timeOrigin + performance.now();
}

/**
 * A time another process left in the environment, as positive integer nanoseconds since the epoch; `undefined` when it
 * is no such number, or later than `notAfterMs`. Source: NeMo Gym startup tracing.
 */
export function readStampMs(text: string | undefined, notAfterMs: number): number | undefined {
  if (text === undefined || !/^[1-9]\d{0,19}$/.test(text)) return undefined;
  const stampMs = Number(BigInt(text) / 1000n) / 1000;
  return stampMs <= notAfterMs ? stampMs : undefined;
}

/** A time in milliseconds since the epoch as text in nanoseconds, for the environment of a child. */
export function toStamp(timeMs: number): string {
  return String(BigInt(Math.round(timeMs * 1000)) * 1000n);
}
