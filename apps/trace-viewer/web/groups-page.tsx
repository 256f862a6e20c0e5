import type { VNode } from 'preact';

import { formatMs } from '../src/report/format-duration.ts';
import type { GroupView } from '../src/serve/views/groups-view.ts';
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
  const { answer, error } = useLoaded<readonly GroupView[]>('groups', { run: runId }, version);
  if (answer === undefined) return <LoadState error={error} />;
  const groups = task === undefined ? answer : answer.filter((group) => group.task === task);
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
        <p class="note">No task with more than one attempt. Collect with several rollouts per task to compare them.</p>
      )}
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
        <a href={linkTo(['groups', runId, task])}>Task {task}</a>: waited {formatMs(aloneMs)} for {waitedForId} alone
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
          </div>
        </div>
      ))}
    </section>
  );
}
