import type { RunSummary } from '@gym/trace-store';
import type { VNode } from 'preact';

import { formatMs } from '../src/report/format-duration.ts';
import type { ViewerState } from '../src/serve/start-viewer.ts';
import type { AsJson } from './as-json.ts';
import { LoadState } from './load-state.tsx';
import { MetricsTable } from './metrics-table.tsx';
import { useLoaded } from './use-loaded.ts';
import { linkTo } from './use-route.ts';

/** All runs, what was lost, the rollouts in flight, and the metrics. */
export function RunsPage({
  live,
  version,
}: {
  readonly live: ViewerState | undefined;
  readonly version: number;
}): VNode {
  const { answer: runs, error } = useLoaded<AsJson<readonly RunSummary[]>>('runs', {}, version);
  if (runs === undefined) return <LoadState error={error} />;
  return (
    <>
      <h1>Runs</h1>
      {runs.length === 0 ? (
        <p class="note">
          No spans yet. Start a fleet with{' '}
          <code>NEMO_GYM_OTEL_ENABLED=1 OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:4317</code>, or show logs:{' '}
          <code>gym-trace serve runs/&lt;run&gt;</code>
        </p>
      ) : (
        <table>
          <thead>
            <tr>
              <th>run</th>
              <th>start</th>
              <th>rollouts</th>
              <th>traces</th>
              <th>spans</th>
              <th>errors</th>
              <th>compare</th>
            </tr>
          </thead>
          <tbody>
            {runs.map(({ runId, startNs, rollouts, traces, spans, errors }, at) => {
              const before = runs[at + 1];
              return (
                <tr key={runId}>
                  <td>
                    <a href={linkTo(['run', runId])}>{runId === '' ? '(no run id)' : runId}</a>
                  </td>
                  <td>{new Date(Number(BigInt(startNs) / 1_000_000n)).toLocaleString()}</td>
                  <td>{rollouts}</td>
                  <td>{traces}</td>
                  <td>{spans}</td>
                  <td class={errors > 0 ? 'bad' : ''}>{errors}</td>
                  <td>
                    {before !== undefined && (
                      <a href={linkTo(['diff'], { before: before.runId, after: runId })}>with the one before</a>
                    )}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
      {live !== undefined && <Losses live={live} />}
      {live !== undefined && live.inFlightCount > 0 && <InFlight live={live} />}
      <MetricsTable version={live?.metricsVersion ?? 0} />
    </>
  );
}

function Losses({ live: { logsWithoutTrace, refused } }: { readonly live: ViewerState }): VNode | null {
  if (refused === 0 && logsWithoutTrace === 0) return null;
  return (
    <p class="note">
      {refused > 0 && (
        <span class="bad">
          {refused} requests refused: senders repeat them and drop what they cannot hold meanwhile.{' '}
        </span>
      )}
      {logsWithoutTrace > 0 && <span>{logsWithoutTrace} log records dropped: they belong to no trace.</span>}
    </p>
  );
}

function InFlight({ live }: { readonly live: ViewerState }): VNode {
  return (
    <>
      <h2>In flight: {live.inFlightCount}</h2>
      <table>
        <thead>
          <tr>
            <th>rollout</th>
            <th>last span</th>
            <th>ended before</th>
            <th>spans</th>
          </tr>
        </thead>
        <tbody>
          {live.inFlight.slice(0, 25).map(({ traceId, rolloutId, lastSpan, sinceMs, spans }) => (
            <tr key={traceId}>
              <td>
                <a href={linkTo(['trace', traceId])}>{rolloutId}</a>
              </td>
              <td>{lastSpan}</td>
              <td>{formatMs(sinceMs)}</td>
              <td>{spans}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
