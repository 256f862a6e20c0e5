import { rolloutIdOf, serverOf } from '@gym/trace-analysis';
import type { SpanRecord } from '@gym/trace-analysis';
import type { RolloutSummary } from '@gym/trace-store';

/** The rollouts that the spans of one trace name, as `@gym/trace-store` counts them. */
export function summarizeRollouts(trace: readonly SpanRecord[]): RolloutSummary[] {
  const named = new Map<string, SpanRecord[]>();
  for (const span of trace) {
    const id = rolloutIdOf(span);
    if (id === undefined) continue;
    const group = named.get(id);
    if (group === undefined) named.set(id, [span]);
    else group.push(span);
  }
  if (named.size === 0) return [];
  const servers = [...new Set(trace.map(serverOf))].sort();
  const errors = trace.filter(({ status }) => status === 'ERROR').length;
  return [...named].map(([rolloutId, spans]) => {
    const longest = spans.reduce((best, next) => (durationOf(next) > durationOf(best) ? next : best));
    const failed = spans.some((span) => span.status === 'ERROR' && (span === longest || span.name === 'gym.rollout'));
    return {
      rolloutId,
      traceId: longest.traceId,
      startNs: longest.startNs,
      durationNs: durationOf(longest),
      failed,
      spans: trace.length,
      errors,
      servers,
    };
  });
}

function durationOf({ startNs, endNs }: SpanRecord): bigint {
  return endNs > startNs ? endNs - startNs : 0n;
}
