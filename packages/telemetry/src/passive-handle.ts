import { emptyCounts, emptyReport } from './delivery-report.ts';
import type { Telemetry, TelemetryFacts } from './telemetry-handle.ts';

/** A handle of a process that owns no SDK: it counts nothing and has nothing to stop but `stop`. */
export function passiveHandle(about: TelemetryFacts, stop: () => void = () => {}): Telemetry {
  return {
    ...about,
    counts: () => emptyCounts,
    forceFlush: () => Promise.resolve(emptyReport),
    shutdown: () => {
      stop();
      return Promise.resolve(emptyReport);
    },
  };
}
