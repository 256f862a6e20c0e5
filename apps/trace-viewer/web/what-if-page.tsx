import type { WhatIf } from '@gym/trace-analysis';
import type { VNode } from 'preact';

import { compareOutlooks } from '../src/report/compare-outlooks.ts';
import { formatShare } from '../src/report/format-duration.ts';
import { LoadState } from './load-state.tsx';
import { useLoaded } from './use-loaded.ts';
import { linkTo } from './use-route.ts';

const fields = [
  ['model', 'model time ×'],
  ['tools', 'time of all tools ×'],
  ['tool', 'one tool'],
  ['concurrency', 'concurrency ×'],
] as const;

/** A recorded run replayed under changed conditions, which are in the address. */
export function WhatIfPage({
  runId,
  query,
  version,
}: {
  readonly runId: string;
  readonly query: URLSearchParams;
  readonly version: number;
}): VNode {
  const asked = Object.fromEntries(query);
  const { answer, error } = useLoaded<WhatIf>('what-if', { ...asked, run: runId }, version);
  return (
    <>
      <h1>
        What if, for run <a href={linkTo(['run', runId])}>{runId}</a>
      </h1>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const given = [...new FormData(event.currentTarget)].filter(
            (entry): entry is [string, string] => typeof entry[1] === 'string',
          );
          location.hash = linkTo(['what-if', runId], Object.fromEntries(given));
        }}
      >
        {fields.map(([name, title]) => (
          <label key={name}>
            {title}{' '}
            <input
              name={name}
              size={8}
              {...(name === 'tool'
                ? { placeholder: 'search=0.5' }
                : { type: 'number', min: 0, step: 'any', placeholder: '1' })}
              value={asked[name] ?? ''}
            />
          </label>
        ))}
        <label>
          <input type="checkbox" name="retries" value="off" checked={asked['retries'] === 'off'} /> no retries
        </label>
        <button type="submit">Replay</button>
      </form>
      <p>0.5 is twice as fast, or half as many rollouts in flight.</p>
      {answer === undefined ? <LoadState error={error} /> : <Answer answer={answer} />}
    </>
  );
}

function Answer({ answer }: { readonly answer: WhatIf }): VNode {
  const { assumptions, neededRetry } = answer;
  return (
    <>
      <table>
        <thead>
          <tr>
            <th></th>
            <th>recorded</th>
            <th>what if</th>
            <th>change</th>
          </tr>
        </thead>
        <tbody>
          {compareOutlooks(answer).map(({ after, before, change, name }) => (
            <tr key={name}>
              <td>{name}</td>
              <td>{before}</td>
              <td>{after}</td>
              <td>{change === undefined ? '' : formatShare(change)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>{neededRetry} rollouts needed a second try.</p>
      <p class="note">Assumed: {assumptions.join('; ')}.</p>
    </>
  );
}
