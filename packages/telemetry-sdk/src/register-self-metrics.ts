import { metrics } from '@opentelemetry/api';

import { signalNames, type TelemetryCounts } from './signal-counts.ts';
import { scopeName, version } from './version.ts';

/**
 * Makes the ledger visible as metrics: observable counters `gym.telemetry.items.produced`, `.exported` and `.dropped`
 * (unit `{item}`) with attributes `signal` and, on the last, `reason`. Needs the meter provider registered.
 */
export function registerSelfMetrics(counts: () => TelemetryCounts): void {
  const meter = metrics.getMeter(scopeName, version);
  for (const name of ['produced', 'exported'] as const) {
    meter.createObservableCounter(`gym.telemetry.items.${name}`, { unit: '{item}' }).addCallback((result) => {
      const all = counts();
      for (const signal of signalNames) result.observe(all[signal][name], { signal });
    });
  }
  meter.createObservableCounter('gym.telemetry.items.dropped', { unit: '{item}' }).addCallback((result) => {
    const all = counts();
    for (const signal of signalNames) {
      for (const [reason, count] of Object.entries(all[signal].dropped)) result.observe(count, { signal, reason });
    }
  });
}
