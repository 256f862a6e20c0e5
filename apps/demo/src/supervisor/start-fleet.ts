import { recordServersActive, type FleetStartup } from '@gym/telemetry';

import type { ServerSpec } from '../config/read-fleet.ts';
import type { DemoError } from '../demo-error.ts';
import { spawnServer, type ServerProcess, type SpawnOptions } from './spawn-server.ts';
import { killFleet, stopFleet } from './stop-fleet.ts';
import { describeServerFailure, waitUntilReady } from './wait-until-ready.ts';

/** A running fleet. */
export interface Fleet {
  /** Base URLs of the agents by name, in the order of the configuration. */
  readonly agents: ReadonlyMap<string, string>;
  /** Resolves when a server stops that was not told to, with the error that names it. */
  readonly failed: Promise<DemoError>;
  /** Stops all servers gracefully; gives warnings. */
  stop(): Promise<readonly string[]>;
  kill(): void;
}

/** How a fleet is started; `signal` ends a start that is under way. */
export interface StartOptions extends SpawnOptions {
  readonly readyTimeoutMs: number;
  readonly signal: AbortSignal;
  /** Times the start, and joins the servers' own startup spans to it. */
  readonly startup: FleetStartup;
  /** Hears of every process as it is started, so that a caller can kill it at any moment. */
  onSpawn(server: ServerProcess): void;
}

function addressesFor(spec: ServerSpec, urls: ReadonlyMap<string, string>): Record<string, string> {
  const references = ['resources_server', 'model_server'].filter((key) => spec.settings[key] !== undefined);
  return Object.fromEntries(references.map((key) => [key, urls.get(String(spec.settings[key]))!]));
}

/**
 * Starts all servers, those that others refer to first, and waits until each is ready.
 *
 * @throws {@link DemoError} that names the first server that failed; the others are stopped before.
 */
export async function startFleet(specs: readonly ServerSpec[], options: StartOptions): Promise<Fleet> {
  const servers: ServerProcess[] = [];
  const urls = new Map<string, string>();
  let stopping = false;
  const startOne = async (spec: ServerSpec): Promise<void> => {
    const starting = options.startup.server(spec.name, spec.type);
    const server = await spawnServer(spec, addressesFor(spec, urls), starting.env, options);
    servers.push(server);
    options.onSpawn(server);
    urls.set(spec.name, await waitUntilReady(server, options.readyTimeoutMs, options.signal));
    starting.ready();
  };
  const startAll = async (wave: readonly ServerSpec[]): Promise<void> => {
    const results = await Promise.allSettled(wave.map(startOne));
    const failure = results.find((result) => result.status === 'rejected');
    if (failure) throw failure.reason;
  };
  try {
    options.startup.stage('start_servers');
    await startAll(specs.filter((spec) => spec.type !== 'responses_api_agents'));
    options.startup.stage('start_agents');
    await startAll(specs.filter((spec) => spec.type === 'responses_api_agents'));
    options.startup.finish();
  } catch (error) {
    options.startup.finish(error);
    await stopFleet(servers);
    throw error;
  }
  recordServersActive(servers.length);
  const failed = new Promise<DemoError>((resolve) => {
    for (const server of servers) {
      void server.exited.then(async (how) => {
        if (!stopping) resolve(await describeServerFailure(server, `${how} while rollouts were running`));
      });
    }
  });
  const agents = specs.filter((spec) => spec.type === 'responses_api_agents');
  return {
    agents: new Map(agents.map(({ name }) => [name, urls.get(name)!])),
    failed,
    stop: async () => {
      stopping = true;
      const warnings = await stopFleet(servers);
      recordServersActive(0);
      return warnings;
    },
    kill: () => killFleet(servers),
  };
}
