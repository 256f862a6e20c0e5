import { processOf } from '../span-identity.ts';
import type { SpanRecord } from '../span-record.ts';
import type { ClockSkew } from './estimate-clock-skew.ts';

/** The spans as one clock would have timed them: each shifted, with its events, by its process's estimated offset. */
export function correctClockSkew(spans: readonly SpanRecord[], skews: readonly ClockSkew[]): readonly SpanRecord[] {
  const offsets = new Map(skews.filter(({ offsetNs }) => offsetNs !== 0n).map((skew) => [skew.process, skew.offsetNs]));
  if (offsets.size === 0) return spans;
  return spans.map((span) => {
    const offset = offsets.get(processOf(span));
    if (offset === undefined) return span;
    const events = span.events.map((event) => ({ ...event, timeNs: event.timeNs - offset }));
    return { ...span, startNs: span.startNs - offset, endNs: span.endNs - offset, events };
  });
}
