import { setMaxListeners } from 'node:events';

import { withJobSpan, type FleetStartup } from '@gym/telemetry';

import { DemoError } from '../demo-error.ts';
import { collectRollouts, type CollectedRollout } from '../rollouts/collect.ts';
import { agentOf } from '../rollouts/plan-rollouts.ts';
import { runAtAgent } from '../rollouts/run-at-agent.ts';
import { createCollectedWriter } from '../rollouts/write-collected.ts';
import type { ServerProcess } from '../supervisor/spawn-server.ts';
import { startFleet, type Fleet } from '../supervisor/start-fleet.ts';
import { killFleet } from '../supervisor/stop-fleet.ts';
import { onInterrupt } from './on-interrupt.ts';
import type { PreparedRun } from './prepare-run.ts';
import { startProgress } from './progress.ts';
import type { Terminal } from './terminal.ts';

/** What came of a fleet's run: the rollouts that ended, the wall time, and what ended the run early, if anything did. */
export interface FleetRun {
  readonly collected: readonly CollectedRollout[];
  readonly seconds: number;
  readonly error: unknown;
}

async function collect(
  run: PreparedRun,
  fleet: Fleet,
  signal: AbortSignal,
  onRollout: (collected: CollectedRollout) => Promise<void>,
): Promise<void> {
  const [firstAgent] = fleet.agents.keys();
  const failed = new AbortController();
  let failure: DemoError | undefined;
  void fleet.failed.then((error) => {
    failure = error;
    failed.abort();
  });
  const ended = AbortSignal.any([signal, failed.signal]);
  setMaxListeners(0, ended); // Every rollout that runs listens to it.
  const settings = { signal: ended, timeoutMs: run.config.rolloutTimeoutMs };
  const { concurrency, rollouts } = run;
  await withJobSpan(() =>
    collectRollouts(rollouts, {
      concurrency,
      signal: ended,
      run: (rollout) => runAtAgent(rollout, fleet.agents.get(agentOf(rollout.request) ?? firstAgent!)!, settings),
      onRollout,
    }),
  );
  if (failure) throw failure;
  if (signal.aborted) throw new DemoError('interrupted', 'interrupted');
}

/**
 * Starts the fleet, collects all rollouts and stops the fleet again, whatever happens.
 *
 * Never rejects: the error that ended the run early comes with what was collected before. The first Ctrl-C stops
 * gracefully, the second kills.
 */
export async function collectWithFleet(run: PreparedRun, startup: FleetStartup, terminal: Terminal): Promise<FleetRun> {
  const interrupt = new AbortController();
  const processes: ServerProcess[] = [];
  const stopListening = onInterrupt(
    () => {
      terminal.warn('stopping (again: kill)');
      interrupt.abort();
    },
    () => killFleet(processes),
  );
  const collected: CollectedRollout[] = [];
  const writer = createCollectedWriter(run.output, run.outputFile);
  let fleet: Fleet | undefined;
  let error: unknown;
  let startedAt = performance.now();
  let endedAt = startedAt;
  try {
    fleet = await startFleet(run.config.servers, {
      env: run.telemetry.env,
      runFolder: run.runFolder,
      configFolder: run.config.folder,
      readyTimeoutMs: run.config.readyTimeoutMs,
      signal: interrupt.signal,
      startup,
      onSpawn: (server) => processes.push(server),
    });
    startedAt = performance.now();
    const progress = startProgress(run.rollouts.length, terminal);
    try {
      await collect(run, fleet, interrupt.signal, async (rollout) => {
        collected.push(rollout);
        await writer.write(rollout);
        progress.advance(rollout);
      });
    } finally {
      endedAt = performance.now();
      progress.end();
    }
  } catch (caught) {
    error = caught;
  }
  for (const warning of (await fleet?.stop()) ?? []) terminal.warn(warning);
  await writer.close().catch((caught: unknown) => (error ??= caught));
  stopListening();
  return { collected, seconds: (endedAt - startedAt) / 1000, error };
}
