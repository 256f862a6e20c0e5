import type { RolloutPage, RolloutSortKey } from '@gym/trace-store';
import type { VNode } from 'preact';

import { formatDuration } from '../src/report/format-duration.ts';
import type { AsJson } from './as-json.ts';
import { LoadState } from './load-state.tsx';
import { useLoaded } from './use-loaded.ts';
import { linkTo } from './use-route.ts';

const columns: readonly (readonly [RolloutSortKey, string])[] = [
  ['rolloutId', 'rollout'],
  ['start', 'start'],
  ['duration', 'duration'],
  ['spans', 'spans'],
  ['errors', 'errors'],
];
const pageSize = 100;

/** The rollouts of a run; filter, order and page are in the address. */
export function RolloutsPage({
  runId,
  query,
  version,
}: {
  readonly runId: string;
  readonly query: URLSearchParams;
  readonly version: number;
}): VNode {
  const asked = Object.fromEntries([...query].filter(([, value]) => value !== ''));
  const { answer: page, error } = useLoaded<AsJson<RolloutPage>>('rollouts', { ...asked, run: runId }, version);
  const go = (change: Readonly<Record<string, string>>): void => {
    location.hash = linkTo(['rollouts', runId], { ...asked, offset: '', ...change });
  };
  const isDescending = asked['descending'] === 'true';
  const offset = Number(asked['offset'] ?? 0);
  return (
    <>
      <h1>
        Rollouts of run <a href={linkTo(['run', runId])}>{runId}</a>
      </h1>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          go(
            Object.fromEntries(
              [...new FormData(event.currentTarget)].map(([key, value]) => [
                key,
                typeof value === 'string' ? value : '',
              ]),
            ),
          );
        }}
      >
        <label>
          id <input name="text" value={asked['text'] ?? ''} />
        </label>
        <label>
          task <input name="task" size={6} value={asked['task'] ?? ''} />
        </label>
        <label>
          at least <input name="minMs" size={6} inputMode="numeric" value={asked['minMs'] ?? ''} /> ms
        </label>
        <label>
          attribute <input name="attribute" placeholder="key=value" value={asked['attribute'] ?? ''} />
        </label>
        <label>
          outcome{' '}
          <select name="failed" value={asked['failed'] ?? ''}>
            <option value="">all</option>
            <option value="true">failed</option>
            <option value="false">not failed</option>
          </select>
        </label>
        <button type="submit">Filter</button>
      </form>
      {page === undefined ? (
        <LoadState error={error} />
      ) : (
        <>
          <p>{page.total === 0 ? 'No rollout matches. Take a filter away.' : `${page.total} rollouts`}</p>
          <table>
            <thead>
              <tr>
                {columns.map(([key, title]) => (
                  <th
                    key={key}
                    aria-sort={asked['sort'] === key ? (isDescending ? 'descending' : 'ascending') : 'none'}
                  >
                    <button
                      type="button"
                      onClick={() => go({ sort: key, descending: String(asked['sort'] === key && !isDescending) })}
                    >
                      {title}
                    </button>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {page.rollouts.map(({ rolloutId, traceId, startNs, durationNs, failed, spans, errors }) => (
                <tr key={`${traceId} ${rolloutId}`}>
                  <td>
                    <a href={linkTo(['trace', traceId])} class={failed ? 'bad' : ''}>
                      {rolloutId}
                      {failed ? ' (failed)' : ''}
                    </a>
                  </td>
                  <td>{new Date(Number(BigInt(startNs) / 1_000_000n)).toLocaleTimeString()}</td>
                  <td>{formatDuration(BigInt(durationNs))}</td>
                  <td>{spans}</td>
                  <td>{errors}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <p>
            <button
              type="button"
              disabled={offset === 0}
              onClick={() => go({ offset: String(Math.max(0, offset - pageSize)) })}
            >
              Previous
            </button>{' '}
            <button
              type="button"
              disabled={offset + pageSize >= page.total}
              onClick={() => go({ offset: String(offset + pageSize) })}
            >
              Next
            </button>
          </p>
        </>
      )}
    </>
  );
}
