import type { VNode } from 'preact';

import { formatMs } from '../src/report/format-duration.ts';
import type { GroupView } from '../src/serve/views/groups-view.ts';
import { CategoryLegend } from './category-legend.tsx';
import { LoadState } from './load-state.tsx';
import { SharesBar } from './shares-bar.tsx';
import { useLoaded } from './use-loaded.ts';
import { linkTo } from './use-route.ts';

/** The attempts of each task side by side on one time axis; of one task only when `task` says so. */
export function GroupsPage({
  runId,
  task,
  version,
}: {
  readonly runId: string;
  readonly task: string | undefined;
  readonly version: number;
}): VNode {
  const query = task === undefined ? { run: runId } : { run: runId, task };
  const { answer: groups, error } = useLoaded<readonly GroupView[]>('groups', query, version);
  if (groups === undefined) return <LoadState error={error} />;
  return (
    <>
      <h1>
        {task === undefined ? 'Tasks' : `Task ${task}`} of run <a href={linkTo(['run', runId])}>{runId}</a>
      </h1>
      {task !== undefined && (
        <p>
          <a href={linkTo(['groups', runId])}>All tasks</a>
        </p>
      )}
      {groups.length === 0 && (
        <p class="note">
          {task === undefined
            ? 'No task with more than one attempt. Collect with several rollouts per task to compare them.'
            : 'No rollout of this task among the latest of the run.'}
        </p>
      )}
      {groups.length > 0 && <CategoryLegend />}
      {groups.map((group) => (
        <Group key={group.task} runId={runId} group={group} />
      ))}
    </>
  );
}

function Group({ runId, group }: { readonly runId: string; readonly group: GroupView }): VNode {
  const { aloneMs, attempts, failed, spread, task, waitedForId, wallMs } = group;
  const scale = 100 / Math.max(wallMs, 1e-6);
  return (
    <section class="group" aria-label={`Task ${task}`}>
      <h2>
        <a href={linkTo(['groups', runId, task])}>Task {task}</a>
        {waitedForId !== '' && `: waited ${formatMs(aloneMs)} for ${waitedForId} alone`}
      </h2>
      <p>
        {attempts.length} attempts in {formatMs(wallMs)}, {failed} failed
        {spread > 0 && `; the longest took ${spread.toFixed(1)} times the shortest`}
      </p>
      {attempts.map(({ durationMs, failed: isFailed, offsetMs, rolloutId, shares, traceId }) => (
        <div key={traceId} class="attempt">
          <a href={linkTo(['trace', traceId])} class={isFailed ? 'bad' : ''}>
            {rolloutId}
            {isFailed && ' (failed)'}, {formatMs(durationMs)}
          </a>
          <div>
            <div style={{ marginLeft: `${offsetMs * scale}%`, width: `max(2px, ${durationMs * scale}%)` }}>
              <SharesBar shares={shares} />
            </div>
            {rolloutId === waitedForId && (
              <div
                class="alone"
                title={`the others had ended: ${formatMs(aloneMs)}`}
                style={{ marginLeft: `${(wallMs - aloneMs) * scale}%`, width: `${aloneMs * scale}%` }}
              />
            )}
          </div>
        </div>
      ))}
      <div class="attempt" aria-hidden="true">
        <span />
        <p class="axis">
          <span>0</span>
          <span>{formatMs(wallMs)}</span>
        </p>
      </div>
    </section>
  );
}
