import type { AnalyzedRollout } from '../analyze-spans.ts';
import { compareTimes } from '../assemble/compare-nodes.ts';

/** What a population of rollouts usually waits for; the causes add up to the duration. */
export interface TypicalRollout {
  readonly count: number;
  readonly medianNs: bigint;
  /** Mean of the middle third by duration: as robust as the median, and additive as a median is not. */
  readonly durationNs: number;
  /** Nanoseconds by `causeKey`. */
  readonly causes: ReadonlyMap<string, number>;
}

/** Describes the middle of some rollouts; all zero when there are none. */
export function typicalRollout(rollouts: readonly AnalyzedRollout[]): TypicalRollout {
  const sorted = [...rollouts].sort((a, b) => compareTimes(a.durationNs, b.durationNs));
  const count = sorted.length;
  const skip = Math.floor(count / 3);
  const middle = sorted.slice(skip, count - skip);
  const causes = new Map<string, number>();
  let durationNs = 0;
  for (const rollout of middle) {
    durationNs += Number(rollout.durationNs) / middle.length;
    for (const cause of rollout.causes) {
      const key = causeKey(cause);
      causes.set(key, (causes.get(key) ?? 0) + Number(cause.durationNs) / middle.length);
    }
  }
  const medianNs = sorted[Math.max(0, Math.ceil(count / 2) - 1)]?.durationNs ?? 0n;
  return { count, medianNs, durationNs, causes };
}

/** Tells causes apart. */
export function causeKey({
  category,
  subject,
}: Pick<AnalyzedRollout['causes'][number], 'category' | 'subject'>): string {
  return `${category}\0${subject}`;
}
