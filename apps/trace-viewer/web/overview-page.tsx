import type { VNode } from 'preact';

import { formatMs, formatShare } from '../src/report/format-duration.ts';
import type { OverviewView } from '../src/serve/views/overview-view.ts';
import { DurationTable } from './duration-table.tsx';
import { LoadState } from './load-state.tsx';
import { SharesBar } from './shares-bar.tsx';
import { useLoaded } from './use-loaded.ts';
import { linkTo } from './use-route.ts';

/** One run: where its time went, how it was spread, and why the slow rollouts were slow. */
export function OverviewPage({ runId, version }: { readonly runId: string; readonly version: number }): VNode {
  const { answer: view, error } = useLoaded<OverviewView>('overview', { run: runId }, version);
  if (view === undefined) return <LoadState error={error} />;
  const { rollouts, histogram } = view;
  const most = Math.max(1, ...histogram.counts);
  const facts = {
    rollouts: `${rollouts.count} (${rollouts.failed} failed)`,
    p50: formatMs(rollouts.p50Ms),
    p95: formatMs(rollouts.p95Ms),
    p99: formatMs(rollouts.p99Ms),
    'per minute': view.rolloutsPerMinute.toFixed(1),
    'in flight': view.meanConcurrency.toFixed(1),
    evidence: formatShare(view.evidence),
  };
  return (
    <>
      <h1>Run {runId}</h1>
      {view.analyzed < view.total && (
        <p class="note">
          From the latest {view.analyzed} of {view.total} rollouts.
        </p>
      )}
      <dl class="facts">
        {Object.entries(facts).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <nav aria-label="Of this run">
        <a href={linkTo(['rollouts', runId])}>All rollouts</a>
        <a href={linkTo(['groups', runId])}>Tasks side by side</a>
        <a href={linkTo(['map', runId])}>Service map</a>
        <a href={linkTo(['what-if', runId])}>What if</a>
      </nav>
      <h2>Where rollout time went</h2>
      <SharesBar shares={view.shares} legend />
      <h2>Rollout durations, the slowest 5 % marked</h2>
      <div class="bars" role="img" aria-label={`From 0 to ${formatMs(histogram.maxMs)}`}>
        {histogram.counts.map((count, at) => (
          <i
            key={at}
            class={at >= histogram.tailFrom ? 'tail' : ''}
            title={`${count} rollouts`}
            style={{ height: `${(count / most) * 100}%` }}
          />
        ))}
      </div>
      <p class="axis">
        <span>0</span>
        <span>{formatMs(histogram.maxMs)}</span>
      </p>
      <h2>p95 of the rollouts that ended, over the run</h2>
      <TimeBars timeline={view.timeline} />
      <h2>Slowest rollouts</h2>
      <ul>
        {view.slowest.map(({ traceId, explanation }) => (
          <li key={traceId}>
            <a href={linkTo(['trace', traceId])}>{explanation}</a>
          </li>
        ))}
      </ul>
      <h2>Models, tools and verifiers</h2>
      <table>
        <thead>
          <tr>
            <th>name</th>
            <th>calls</th>
            <th>failed</th>
            <th>retries</th>
            <th>p50</th>
            <th>p95</th>
          </tr>
        </thead>
        <tbody>
          {view.calls.map(({ kind, name, count, failureRate, retries, p50Ms, p95Ms }) => (
            <tr key={`${kind} ${name}`}>
              <td>
                {kind} {name}
              </td>
              <td>{count}</td>
              <td class={failureRate > 0 ? 'bad' : ''}>{formatShare(failureRate)}</td>
              <td>{retries}</td>
              <td>{formatMs(p50Ms)}</td>
              <td>{formatMs(p95Ms)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <SpanTable spans={view.spans} />
      {view.groups.length > 0 && <Groups runId={runId} groups={view.groups} />}
    </>
  );
}

function Groups({ runId, groups }: { readonly runId: string } & Pick<OverviewView, 'groups'>): VNode {
  return (
    <>
      <h2>Tasks that waited for one attempt</h2>
      <ul>
        {groups.map(({ task, waitedForId, aloneMs }) => (
          <li key={task}>
            <a href={linkTo(['groups', runId, task])}>
              Task {task}: waited {formatMs(aloneMs)} for {waitedForId} alone
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

function TimeBars({ timeline }: Pick<OverviewView, 'timeline'>): VNode {
  const most = Math.max(1e-6, ...timeline.map(({ p95Ms }) => p95Ms));
  return (
    <div class="bars" role="img" aria-label={`Up to ${formatMs(most)}`}>
      {timeline.map(({ p50Ms, p95Ms, ended }, at) => (
        <i
          key={at}
          title={`${ended} ended, p50 ${formatMs(p50Ms)}, p95 ${formatMs(p95Ms)}`}
          style={{ height: `${(p95Ms / most) * 100}%` }}
        />
      ))}
    </div>
  );
}

function SpanTable({ spans }: Pick<OverviewView, 'spans'>): VNode {
  return (
    <>
      <h2>Spans, most total time first</h2>
      <DurationTable
        titles={['span', 'count', 'errors']}
        rows={spans.slice(0, 20).map((span) => ({ ...span, label: `${span.server} ${span.name}` }))}
      />
    </>
  );
}
