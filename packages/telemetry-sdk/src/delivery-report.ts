import type { RunningSignal } from './running-signal.ts';
import { signalNames, type SignalCounts, type SignalName, type TelemetryCounts } from './signal-counts.ts';
import type { DeliveryReport, SignalReport } from './started-sdk.ts';

const noCounts: SignalCounts = { produced: 0, exported: 0, dropped: {}, inFlight: 0 };

/** The counts of all signals; zeros for one that is off. */
export function countSignals(running: ReadonlyMap<SignalName, RunningSignal>): TelemetryCounts {
  return perSignal((signal) => running.get(signal)?.counter.counts() ?? noCounts);
}

/** The report on a flush or shutdown that began at `startedAtMs` (a `performance.now()` time). */
export function reportDelivery(
  running: ReadonlyMap<SignalName, RunningSignal>,
  startedAtMs: number,
  timedOut: boolean,
): DeliveryReport {
  const counts = countSignals(running);
  const signals = perSignal((signal) => reportSignal(counts[signal], running.has(signal)));
  return { timedOut, durationMs: Math.round(performance.now() - startedAtMs), signals };
}

function reportSignal(counts: SignalCounts, on: boolean): SignalReport {
  if (!on) return { ...counts, status: 'off' };
  // Not sampling a span is no loss.
  const losses = Object.entries(counts.dropped)
    .filter(([reason]) => reason !== 'not_sampled')
    .map(([reason, count]) => `${count} ${reason}`);
  if (counts.inFlight > 0) losses.push(`${counts.inFlight} in flight`);
  return losses.length === 0
    ? { ...counts, status: 'delivered' }
    : { ...counts, status: 'lost', reason: losses.join(', ') };
}

function perSignal<T>(valueOf: (signal: SignalName) => T): Readonly<Record<SignalName, T>> {
  return Object.fromEntries(signalNames.map((signal) => [signal, valueOf(signal)])) as Record<SignalName, T>;
}
