import type { MapNode, ServiceMap } from '@gym/trace-analysis';
import type { VNode } from 'preact';

import { formatMs } from '../src/report/format-duration.ts';
import { DurationTable } from './duration-table.tsx';
import { LoadState } from './load-state.tsx';
import { useLoaded } from './use-loaded.ts';
import { linkTo } from './use-route.ts';

const column = 300;
const row = 96;
const box = { width: 190, height: 58 };

interface Place {
  readonly x: number;
  readonly y: number;
}

/** Servers by their distance from who starts rollouts, one column each. */
function placesOf(nodes: readonly MapNode[]): ReadonlyMap<string, Place> {
  const taken = new Map<number, number>();
  return new Map(
    nodes.map(({ server, depth }) => {
      const at = taken.get(depth) ?? 0;
      taken.set(depth, at + 1);
      return [server, { x: 10 + depth * column, y: 20 + at * row }];
    }),
  );
}

/** Who calls whom in a run, drawn and as a table. */
export function MapPage({ runId, version }: { readonly runId: string; readonly version: number }): VNode {
  const { answer: map, error } = useLoaded<ServiceMap>('map', { run: runId }, version);
  if (map === undefined) return <LoadState error={error} />;
  const places = placesOf(map.nodes);
  const width = Math.max(...[...places.values()].map(({ x }) => x), 0) + box.width + 20;
  const height = Math.max(...[...places.values()].map(({ y }) => y), 0) + box.height + 40;
  return (
    <>
      <h1>
        Service map of run <a href={linkTo(['run', runId])}>{runId}</a>
      </h1>
      {map.nodes.length === 0 && <p class="note">No rollout in this run yet.</p>}
      <div class="map">
        <svg
          width={width}
          height={height}
          role="img"
          aria-label="Servers and the calls between them; the tables below say the same"
        >
          <defs>
            <marker id="arrow" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" orient="auto">
              <path d="M0 0 10 5 0 10z" />
            </marker>
          </defs>
          {map.edges.map(({ from, to, count, errors, p50Ms }) => {
            const [start, end] = [places.get(from), places.get(to)];
            if (start === undefined || end === undefined) return null;
            const isForward = end.x > start.x;
            const [x1, y1] = [
              start.x + (isForward ? box.width : box.width / 2),
              start.y + (isForward ? box.height / 2 : box.height),
            ];
            const [x2, y2] = [
              end.x + (isForward ? 0 : box.width / 2),
              end.y + (isForward ? box.height / 2 : box.height),
            ];
            const bend = isForward ? `C${x1 + 50} ${y1} ${x2 - 50} ${y2}` : `C${x1} ${y1 + 50} ${x2} ${y2 + 50}`;
            return (
              <g key={`${from} ${to}`} class={errors > 0 ? 'failed' : ''}>
                <title>{`${from} to ${to}: ${count} calls, ${errors} failed, p50 ${formatMs(p50Ms)}`}</title>
                <path class="edge" d={`M${x1} ${y1} ${bend} ${x2} ${y2}`} marker-end="url(#arrow)" />
                <text x={(x1 + x2) / 2} y={(y1 + y2) / 2 - 6} text-anchor="middle">
                  {count} × {formatMs(p50Ms)}
                </text>
              </g>
            );
          })}
          {map.nodes.map(({ server, count, errors, own, p95Ms }) => {
            const { x, y } = places.get(server)!;
            return (
              <g key={server} class={errors > 0 ? 'failed' : ''}>
                <title>{`${server}: ${count} requests, ${errors} failed, p95 ${formatMs(p95Ms)}, own work ${formatMs(own.p95Ms)}`}</title>
                <rect x={x} y={y} width={box.width} height={box.height} rx="6" />
                <text x={x + 10} y={y + 23} class="name">
                  {server.length > 24 ? `${server.slice(0, 23)}…` : server}
                </text>
                <text x={x + 10} y={y + 43}>
                  {count} requests, {errors > 0 ? `${errors} failed` : `own ${formatMs(own.p50Ms)}`}
                </text>
              </g>
            );
          })}
        </svg>
      </div>
      <h2>Servers</h2>
      <table>
        <thead>
          <tr>
            <th>server</th>
            <th>spans</th>
            <th>requests</th>
            <th>failed</th>
            <th>p50</th>
            <th>p95</th>
            <th>own p50</th>
            <th>own p95</th>
          </tr>
        </thead>
        <tbody>
          {map.nodes.map(({ server, spans, count, errors, p50Ms, p95Ms, own }) => (
            <tr key={server}>
              <td>{server}</td>
              <td>{spans}</td>
              <td>{count}</td>
              <td class={errors > 0 ? 'bad' : ''}>{errors}</td>
              <td>{formatMs(p50Ms)}</td>
              <td>{formatMs(p95Ms)}</td>
              <td>{formatMs(own.p50Ms)}</td>
              <td>{formatMs(own.p95Ms)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="note">Own: the time of a server's requests in which it waited for no request of its own.</p>
      <h2>Calls</h2>
      <DurationTable
        titles={['from, to', 'calls', 'failed']}
        rows={map.edges.map((edge) => ({ ...edge, label: `${edge.from}, ${edge.to}` }))}
      />
    </>
  );
}
