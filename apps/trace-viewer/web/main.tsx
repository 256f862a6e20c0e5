import { render } from 'preact';
import type { VNode } from 'preact';

import { DiffPage } from './diff-page.tsx';
import { GroupsPage } from './groups-page.tsx';
import { MapPage } from './map-page.tsx';
import { OpenTrace } from './open-trace.tsx';
import { OverviewPage } from './overview-page.tsx';
import { RolloutsPage } from './rollouts-page.tsx';
import { RunsPage } from './runs-page.tsx';
import { TracePage } from './trace-page.tsx';
import { useLive } from './use-live.ts';
import { useRoute } from './use-route.ts';
import type { Route } from './use-route.ts';
import { WhatIfPage } from './what-if-page.tsx';

function App(): VNode {
  const live = useLive();
  const route = useRoute();
  return (
    <>
      <header>
        <a href="#/">gym-trace</a>
        <OpenTrace />
        <output>
          {live === undefined
            ? 'not connected'
            : `${live.received} spans received, ${live.refused} refusals; ${live.inFlightCount} in flight, ${live.rolloutsPerSecond.toFixed(1)} rollouts/s`}
        </output>
      </header>
      <main>{pageOf(route, live)}</main>
    </>
  );
}

function pageOf({ words: [kind, id = '', detail], query }: Route, live: ReturnType<typeof useLive>): VNode {
  const version = live?.version ?? 0;
  if (kind === 'run') return <OverviewPage runId={id} version={version} />;
  if (kind === 'rollouts') return <RolloutsPage runId={id} query={query} version={version} />;
  if (kind === 'groups') return <GroupsPage runId={id} task={detail} version={version} />;
  if (kind === 'map') return <MapPage runId={id} version={version} />;
  if (kind === 'what-if') return <WhatIfPage runId={id} query={query} version={version} />;
  if (kind === 'trace')
    return <TracePage traceId={id} spanId={query.get('span') ?? ''} copy={Number(query.get('copy'))} />;
  if (kind === 'diff') return <DiffPage before={query.get('before') ?? ''} after={query.get('after') ?? ''} />;
  return <RunsPage live={live} version={version} />;
}

render(<App />, document.body);
