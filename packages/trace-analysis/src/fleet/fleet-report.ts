import type { AnalyzedRollout } from '../analyze-spans.ts';
import type { Category } from '../path/category.ts';
import { forCategories } from '../path/category.ts';
import { shareBasisPoints } from '../path/share-basis-points.ts';
import type { CallKind } from './collect-calls.ts';
import type { Tokens } from './count-tokens.ts';
import type { DurationStats, SpanStats } from './span-stats.ts';
import { durationStats, spanStats, toMs } from './span-stats.ts';
import type { TimelineBucket } from './timeline.ts';
import { timeline } from './timeline.ts';

/** How a tool, model or verifier behaved. Rates are 0 to 1 per call. */
export interface CallHealth extends DurationStats {
  readonly kind: CallKind;
  readonly name: string;
  readonly failures: number;
  readonly failureRate: number;
  readonly retries: number;
  readonly retryRate: number;
}

/** A run in numbers. */
export interface FleetReport {
  readonly rollouts: DurationStats & { readonly failed: number };
  /** First start to last end. */
  readonly wallMs: number;
  readonly rolloutsPerMinute: number;
  /** Rollouts in flight, averaged over the wall time. */
  readonly meanConcurrency: number;
  readonly maxConcurrency: number;
  readonly byCategoryNs: Readonly<Record<Category, bigint>>;
  /** Hundredths of a percent of all rollouts' time; they sum to 10 000. */
  readonly shares: Readonly<Record<Category, number>>;
  readonly timeline: readonly TimelineBucket[];
  readonly spans: readonly SpanStats[];
  readonly calls: readonly CallHealth[];
  readonly tokens: Tokens & { readonly outputPerSecond: number };
  /** Mean evidence score, 1 when there are no rollouts. */
  readonly evidence: number;
}

/** Sums a run up; `buckets` is the length of the timeline (default 40). */
export function fleetReport(rollouts: readonly AnalyzedRollout[], buckets = 40): FleetReport {
  const byCategoryNs = forCategories((category) =>
    rollouts.reduce((sum, { path }) => sum + path.byCategory[category], 0n),
  );
  const startNs = rollouts.reduce(
    (least, next) => (next.startNs < least ? next.startNs : least),
    rollouts[0]?.startNs ?? 0n,
  );
  const endNs = rollouts.reduce((most, next) => (next.endNs > most ? next.endNs : most), startNs);
  const wallMs = toMs(endNs - startNs);
  const busyMs = rollouts.reduce((sum, { durationNs }) => sum + toMs(durationNs), 0);
  const input = rollouts.reduce((sum, { tokens }) => sum + tokens.input, 0);
  const output = rollouts.reduce((sum, { tokens }) => sum + tokens.output, 0);
  const durations = durationStats(rollouts.map(({ durationNs }) => toMs(durationNs)));
  return {
    rollouts: { ...durations, failed: rollouts.filter(({ failed }) => failed).length },
    wallMs,
    rolloutsPerMinute: ratio(rollouts.length * 60_000, wallMs),
    meanConcurrency: ratio(busyMs, wallMs),
    maxConcurrency: maxConcurrency(rollouts),
    byCategoryNs,
    shares: shareBasisPoints(byCategoryNs),
    timeline: timeline(rollouts, { startNs, endNs, buckets }),
    spans: spanStats(rollouts),
    calls: callHealth(rollouts),
    tokens: { input, output, outputPerSecond: ratio(output * 1000, wallMs) },
    evidence: rollouts.length === 0 ? 1 : rollouts.reduce((sum, { audit }) => sum + audit.score, 0) / rollouts.length,
  };
}

/** How tools, models and verifiers behaved, most calls first. */
function callHealth(rollouts: readonly AnalyzedRollout[]): CallHealth[] {
  const groups = new Map<string, AnalyzedRollout['calls'][number][]>();
  for (const call of rollouts.flatMap(({ calls }) => calls)) {
    const key = `${call.kind}\0${call.name}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [call]);
    else group.push(call);
  }
  return [...groups.values()]
    .map((calls) => {
      const { kind, name } = calls[0]!;
      const failures = calls.filter(({ failed }) => failed).length;
      const retries = calls.reduce((sum, call) => sum + call.retries, 0);
      const stats = durationStats(calls.map(({ durationNs }) => toMs(durationNs)));
      return Object.assign(stats, {
        kind,
        name,
        failures,
        failureRate: ratio(failures, calls.length),
        retries,
        retryRate: ratio(retries, calls.length),
      });
    })
    .sort((a, b) => b.count - a.count);
}

/** The most rollouts that were in flight at one time; one that ends where another starts is not counted with it. */
export function maxConcurrency(rollouts: readonly Pick<AnalyzedRollout, 'startNs' | 'endNs'>[]): number {
  const edges = rollouts
    .filter(({ startNs, endNs }) => endNs > startNs)
    .flatMap(({ startNs, endNs }) => [
      { atNs: startNs, change: 1 },
      { atNs: endNs, change: -1 },
    ])
    .sort((a, b) => (a.atNs === b.atNs ? a.change - b.change : a.atNs < b.atNs ? -1 : 1));
  let [now, most] = [0, 0];
  for (const { change } of edges) {
    now += change;
    if (now > most) most = now;
  }
  return most;
}

function ratio(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}
