import type { Trace } from '../verify-traces/build-trace.ts';
import { components, timeByComponent } from '../verify-traces/time-by-component.ts';
import { percentile } from './percentile.ts';

/** A table of where the time of all rollouts went: share of the sum, and p50 / p95 / max of one rollout in milliseconds. */
export function summariseTime(traces: readonly Trace[]): readonly string[] {
  const times = traces.map(timeByComponent);
  const sums = components.map((component) => times.reduce((sum, rollout) => sum + rollout[component], 0));
  const total = sums.reduce((sum, value) => sum + value, 0);
  const rows = components.map((component, index) => {
    const values = times.map((rollout) => rollout[component]);
    const share = `${((100 * sums[index]!) / total).toFixed(1)} %`;
    const cells = [0.5, 0.95, 1].map((wanted) => percentile(values, wanted).toFixed(1).padStart(9));
    return `${component.padEnd(10)} ${share.padStart(8)}${cells.join('')}`;
  });
  return [
    `${'where time went'.padEnd(19)}${['p50 ms', 'p95 ms', 'max ms'].map((head) => head.padStart(9)).join('')}`,
    ...rows,
  ];
}
