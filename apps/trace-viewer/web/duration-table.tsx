import type { DurationStats } from '@gym/trace-analysis';
import type { VNode } from 'preact';

import { formatMs } from '../src/report/format-duration.ts';

/** One kind of span or call. */
export interface DurationRow extends DurationStats {
  readonly label: string;
  readonly errors: number;
}

/** Counts, failures and percentiles of some kinds of spans or calls; `titles` are those of the first three columns. */
export function DurationTable({
  titles,
  rows,
}: {
  readonly titles: readonly [string, string, string];
  readonly rows: readonly DurationRow[];
}): VNode {
  return (
    <table>
      <thead>
        <tr>
          {[...titles, 'p50', 'p95', 'p99'].map((title) => (
            <th key={title}>{title}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, count, errors, p50Ms, p95Ms, p99Ms }) => (
          <tr key={label}>
            <td>{label}</td>
            <td>{count}</td>
            <td class={errors > 0 ? 'bad' : ''}>{errors}</td>
            <td>{formatMs(p50Ms)}</td>
            <td>{formatMs(p95Ms)}</td>
            <td>{formatMs(p99Ms)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
