import { splitRolloutId } from '@gym/trace-analysis';
import type { SpanRecord } from '@gym/trace-analysis';
import type { RolloutFilter, RolloutPage, RolloutQuery, RolloutSortKey, RolloutSummary } from '@gym/trace-store';

import { summarizeRollouts } from './summarize-rollouts.ts';

type Traces = ReadonlyMap<string, readonly SpanRecord[]>;

const sortValues: Readonly<Record<RolloutSortKey, (rollout: RolloutSummary) => bigint | number | string>> = {
  start: ({ startNs }) => startNs,
  duration: ({ durationNs }) => durationNs,
  spans: ({ spans }) => spans,
  errors: ({ errors }) => errors,
  rolloutId: ({ rolloutId }) => rolloutId,
};

/** Filters, orders and cuts the rollouts of some traces. */
export function pageRollouts(traces: Traces, query: RolloutQuery): RolloutPage {
  const { filter = {}, sort = { by: 'start' }, limit = 100, offset = 0 } = query;
  const found = [...traces.values()]
    .filter((trace) => hasAttribute(trace, filter.attribute))
    .flatMap(summarizeRollouts)
    .filter((rollout) => isWanted(rollout, filter));
  const direction = sort.descending === true ? -1 : 1;
  const value = sortValues[sort.by];
  found.sort(
    (a, b) =>
      direction * compare(value(a), value(b)) || compare(a.traceId, b.traceId) || compare(a.rolloutId, b.rolloutId),
  );
  return { total: found.length, rollouts: found.slice(offset, offset + limit) };
}

function isWanted(
  rollout: RolloutSummary,
  { text, task, failed, minDurationNs, maxDurationNs }: RolloutFilter,
): boolean {
  const { rolloutId, durationNs } = rollout;
  return (
    (text === undefined || rolloutId.toLowerCase().includes(text.toLowerCase())) &&
    (task === undefined || splitRolloutId(rolloutId).task === task) &&
    (failed === undefined || rollout.failed === failed) &&
    (minDurationNs === undefined || durationNs >= minDurationNs) &&
    (maxDurationNs === undefined || durationNs <= maxDurationNs)
  );
}

function hasAttribute(trace: readonly SpanRecord[], wanted: RolloutFilter['attribute']): boolean {
  if (wanted === undefined) return true;
  const { key, value } = wanted;
  const has = (attributes: SpanRecord['attributes']): boolean =>
    Object.hasOwn(attributes, key) && textOf(attributes[key]) === value;
  return trace.some((span) => has(span.attributes) || has(span.resource));
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function compare(a: bigint | number | string, b: bigint | number | string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
