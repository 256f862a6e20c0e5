/** The kinds of telemetry that are delivered separately. */
export type SignalName = 'traces' | 'metrics' | 'logs';

/**
 * What became of a signal's items (spans, metric points, log records) so far.
 *
 * `produced = exported + the sum of dropped + inFlight` holds at any moment; `dropped` counts by reason.
 */
export interface SignalCounts {
  readonly produced: number;
  readonly exported: number;
  readonly dropped: Readonly<Record<string, number>>;
  readonly inFlight: number;
}

/** The counts of all signals. */
export type TelemetryCounts = Readonly<Record<SignalName, SignalCounts>>;

/** A signal's counts and how its last flush ended; `reason` says why something was lost. */
export interface SignalReport extends SignalCounts {
  readonly status: 'delivered' | 'lost' | 'off';
  readonly reason?: string;
}

/** What a flush or a shutdown delivered, by signal; `durationMs` is how long it took. */
export interface DeliveryReport {
  readonly timedOut: boolean;
  readonly durationMs: number;
  readonly signals: Readonly<Record<SignalName, SignalReport>>;
}

const noCounts: SignalCounts = Object.freeze({ produced: 0, exported: 0, dropped: Object.freeze({}), inFlight: 0 });

/** The counts of a process that produces nothing. */
export const emptyCounts: TelemetryCounts = Object.freeze({ traces: noCounts, metrics: noCounts, logs: noCounts });

const offReport: SignalReport = Object.freeze({ ...noCounts, status: 'off' });

/** The report of a process that owns no telemetry: nothing produced, nothing lost. */
export const emptyReport: DeliveryReport = Object.freeze({
  timedOut: false,
  durationMs: 0,
  signals: Object.freeze({ traces: offReport, metrics: offReport, logs: offReport }),
});

/** One sentence on what a shutdown lost, or `undefined` when nothing was. */
export function describeLoss(report: DeliveryReport): string | undefined {
  const lost = Object.entries(report.signals).flatMap(([name, signal]) => {
    if (signal.status !== 'lost') return []; // What the sampler left out is no loss.
    const reasons = Object.entries(signal.dropped).map(([reason, count]) => `${count} ${reason}`);
    return reasons.length > 0 ? [`${name}: ${reasons.join(', ')} of ${signal.produced}`] : [];
  });
  return lost.length > 0 ? `telemetry was lost: ${lost.join('; ')}` : undefined;
}
