/** One request seen from both sides; each time is by its own side's clock. */
export interface RequestPair {
  readonly clientStartNs: bigint;
  readonly clientEndNs: bigint;
  readonly serverStartNs: bigint;
  readonly serverEndNs: bigint;
}

/** Span times are no finer than this: OpenTelemetry JS takes starts from a clock of whole milliseconds. */
export const clockGrainNs: bigint = 2_000_000n;

/** How far the server's clock is ahead of the client's. */
export interface ClockOffset {
  readonly offsetNs: bigint;
  /** Half the width of what the requests allow; 0 when they contradict each other. */
  readonly uncertaintyNs: bigint;
  /** One offset fits every request. False: a clock was set while they ran. */
  readonly isConsistent: boolean;
}

/**
 * Estimates a server's clock against its client's from requests between the two: the server worked within the request, so
 * each request bounds the offset from both sides. 0 when 0 fits (2 ms are allowed for the grain of the clocks); else the
 * middle of the tightest request, kept within the bounds (as NTP's clock filter does). Where the bounds contradict each
 * other the offset is taken only when most requests rule 0 out.
 */
export function estimateOffset(pairs: readonly RequestPair[]): ClockOffset {
  // A request whose server worked longer than it (headers handed over, body still streaming) bounds nothing.
  const bounds = pairs
    .map((pair) => ({ low: pair.serverEndNs - pair.clientEndNs, high: pair.serverStartNs - pair.clientStartNs }))
    .filter(({ low, high }) => low <= high);
  if (bounds.length === 0) return { offsetNs: 0n, uncertaintyNs: 0n, isConsistent: true };
  const tightest = bounds.reduce((best, next) => (next.high - next.low < best.high - best.low ? next : best));
  const low = bounds.reduce((most, next) => (next.low > most ? next.low : most), bounds[0]!.low);
  const high = bounds.reduce((least, next) => (next.high < least ? next.high : least), bounds[0]!.high);
  const middle = (tightest.low + tightest.high) / 2n;
  if (low <= clockGrainNs && high >= -clockGrainNs)
    return { offsetNs: 0n, uncertaintyNs: high > low ? (high - low) / 2n : 0n, isConsistent: true };
  if (low > high + clockGrainNs) {
    const against = bounds.filter((bound) => bound.low > clockGrainNs || bound.high < -clockGrainNs).length;
    return { offsetNs: against * 2 > bounds.length ? middle : 0n, uncertaintyNs: 0n, isConsistent: false };
  }
  const offsetNs = middle < low ? low : middle > high ? high : middle;
  return { offsetNs, uncertaintyNs: high > low ? (high - low) / 2n : 0n, isConsistent: true };
}
