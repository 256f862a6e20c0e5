import type { Outlook, WhatIf } from '@gym/trace-analysis';

import { formatMs } from './format-duration.ts';

/** One figure of a run as recorded and as it would have been, for reading. */
export interface OutlookRow {
  readonly name: string;
  readonly before: string;
  readonly after: string;
  /** Relative; undefined where the recorded figure is 0. */
  readonly change: number | undefined;
}

const figures: readonly (readonly [string, (outlook: Outlook) => number, (value: number) => string])[] = [
  ['run', ({ wallMs }) => wallMs, formatMs],
  ['rollouts per minute', ({ rolloutsPerMinute }) => rolloutsPerMinute, (value) => value.toFixed(1)],
  ['rollout p50', ({ rollouts }) => rollouts.p50Ms, formatMs],
  ['rollout p95', ({ rollouts }) => rollouts.p95Ms, formatMs],
  ['rollout p99', ({ rollouts }) => rollouts.p99Ms, formatMs],
];

/** The figures of a replay, as the terminal and the page show them. */
export function compareOutlooks({ after, before }: Pick<WhatIf, 'after' | 'before'>): OutlookRow[] {
  return figures.map(([name, read, format]) => {
    const [from, to] = [read(before), read(after)];
    return { name, before: format(from), after: format(to), change: from === 0 ? undefined : to / from - 1 };
  });
}
