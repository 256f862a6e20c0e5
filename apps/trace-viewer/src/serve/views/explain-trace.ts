import type { ClockSkew, SpanAnalysis, SpanNode, Trace } from '@gym/trace-analysis';

import { formatDuration } from '../../report/format-duration.ts';

/** Spans of two processes may be apart by this without anything being wrong: clocks of whole milliseconds. */
const grainNs = 2_000_000n;

/**
 * Says in sentences what in a trace looks odd and is drawn or counted as a rule says: clocks, spans outside their parent,
 * overlaps, spans without a duration.
 */
export function explainTrace({ nodes }: Trace, { skews }: Pick<SpanAnalysis, 'skews'>): string[] {
  const outside = nodes.map((node) => outsideNs(node));
  const most = outside.reduce((best, ns, at) => (ns > outside[best]! ? at : best), 0);
  const outsideCount = outside.filter((ns) => ns > grainNs).length;
  const overlapping = nodes.reduce((sum, node) => sum + overlapsUnder(node), 0);
  const empty = nodes.filter(({ startNs, endNs }) => startNs === endNs).length;
  const notes = skews.filter(({ offsetNs, isConsistent }) => offsetNs !== 0n || !isConsistent).map(clockNote(skews));
  if (outsideCount > 0)
    notes.push(
      `${plural(outsideCount, 'span reaches', 'spans reach')} outside the parent, ${nodes[most]!.span.name} ` +
        `by ${formatDuration(outside[most]!)}: what is outside does not count for the critical path`,
    );
  if (overlapping > 0)
    notes.push(
      `${plural(overlapping, 'span overlaps', 'spans overlap')} an earlier sibling: ` +
        'the critical path goes through the one that ended last',
    );
  if (empty > 0) notes.push(`${plural(empty, 'span', 'spans')} took no time and shows as a line`);
  return [...new Set(notes)];
}

function clockNote(skews: readonly ClockSkew[]): (skew: ClockSkew) => string {
  const serverOfProcess = new Map(skews.map(({ process, server }) => [process, server]));
  const againstOf = new Map(skews.map(({ process, against }) => [process, against]));
  return ({ against, isConsistent, offsetNs, server, process }) => {
    let reference = against ?? process;
    for (let next = againstOf.get(reference); next !== undefined; next = againstOf.get(reference)) reference = next;
    const size = formatDuration(offsetNs < 0n ? -offsetNs : offsetNs);
    const shifted = `clocks disagree by ${size}: that of ${server} is ${offsetNs < 0n ? 'behind' : 'ahead of'} that of ${serverOfProcess.get(reference)}, its spans are shifted`;
    const set = `the clock of ${server} was set while it ran: its requests contradict each other`;
    if (isConsistent) return shifted;
    return offsetNs === 0n ? set : `${shifted}; ${set}`;
  };
}

/** How far a span reaches over its parent's start or end, whichever is more; 0 within it. */
function outsideNs({ parent, startNs, endNs }: SpanNode): bigint {
  if (parent === undefined) return 0n;
  const before = parent.startNs - startNs;
  const after = endNs - parent.endNs;
  const most = before > after ? before : after;
  return most > 0n ? most : 0n;
}

function overlapsUnder({ children }: SpanNode): number {
  let count = 0;
  let reachedNs = children[0]?.startNs ?? 0n;
  for (const { endNs, startNs } of children) {
    if (startNs < reachedNs) count += 1;
    if (endNs > reachedNs) reachedNs = endNs;
  }
  return count;
}

function plural(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
