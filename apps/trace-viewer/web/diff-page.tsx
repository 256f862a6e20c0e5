import type { RunDiff } from '@gym/trace-analysis';
import type { VNode } from 'preact';

import { formatMs, formatShare } from '../src/report/format-duration.ts';
import { LoadState } from './load-state.tsx';
import { useLoaded } from './use-loaded.ts';

/** Two runs compared: what changed for certain first. */
export function DiffPage({ before, after }: { readonly before: string; readonly after: string }): VNode {
  const { answer: diff, error } = useLoaded<RunDiff>('diff', { before, after }, 0);
  if (diff === undefined) return <LoadState error={error} />;
  const format = (unit: string, value: number): string =>
    unit === 'ms' ? formatMs(value) : unit === 'rate' ? formatShare(value) : value.toPrecision(3);
  const certain = diff.metrics.filter(({ isWorse, isBetter }) => isWorse || isBetter);
  return (
    <>
      <h1>
        {before} against {after}: {diff.verdict}
      </h1>
      {diff.reasons.map((reason) => (
        <p key={reason} class="bad">
          {reason}
        </p>
      ))}
      {certain.length === 0 ? (
        <p class="note">No certain change.</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th>metric</th>
              <th>before</th>
              <th>after</th>
              <th>change</th>
              <th>interval</th>
            </tr>
          </thead>
          <tbody>
            {certain.map(({ name, unit, before: from, after: to, change, low, high, isWorse }) => (
              <tr key={name} class={isWorse ? 'bad' : ''}>
                <td>{name}</td>
                <td>{format(unit, from)}</td>
                <td>{format(unit, to)}</td>
                <td>{formatShare(change)}</td>
                <td>
                  {formatShare(low)} to {formatShare(high)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {diff.newShapes.map(({ shape }) => (
        <p key={shape}>new: {shape}</p>
      ))}
      {diff.vanishedShapes.map(({ shape }) => (
        <p key={shape}>gone: {shape}</p>
      ))}
    </>
  );
}
