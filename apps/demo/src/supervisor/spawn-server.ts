import { spawn, type ChildProcess } from 'node:child_process';
import { open } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { ServerSpec } from '../config/read-fleet.ts';
import type { DemoServerType } from '../config/setting-table.ts';
import { setupVariable, type ServerSetup } from '../servers/server-setup.ts';

/** A server process; `exited` resolves with how it ended, in words. */
export interface ServerProcess {
  readonly name: string;
  readonly child: ChildProcess;
  readonly logFile: string;
  readonly exited: Promise<string>;
}

/** What the supervisor gives all servers. `runFolder` takes their logs, `configFolder` is where entry points are looked up. */
export interface SpawnOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly runFolder: string;
  readonly configFolder: string;
}

const programs: Readonly<Record<DemoServerType, string>> = {
  resources_servers: 'tools',
  responses_api_models: 'policy-model',
  responses_api_agents: 'agent',
};

function programOf({ settings, type }: ServerSpec, configFolder: string): string {
  const entrypoint = String(settings['entrypoint']);
  if (entrypoint !== '') return resolve(configFolder, entrypoint);
  // Built files start built files; sources (tests) start sources.
  const extension = import.meta.url.endsWith('.ts') ? '.ts' : '.js';
  return fileURLToPath(new URL(`../servers/${programs[type]}${extension}`, import.meta.url));
}

/**
 * Starts one server with `startupEnv` added to its environment; its output and console telemetry goes to
 * `<run folder>/<name>.log`, its address comes over IPC.
 */
export async function spawnServer(
  spec: ServerSpec,
  addresses: ServerSetup['addresses'],
  startupEnv: Readonly<Record<string, string>>,
  options: SpawnOptions,
): Promise<ServerProcess> {
  const { name, settings, type } = spec;
  const logFile = join(options.runFolder, `${name}.log`);
  const log = await open(logFile, 'a');
  const setup: ServerSetup = { name, type, settings, addresses };
  const child = spawn(process.execPath, [...process.execArgv, programOf(spec, options.configFolder)], {
    env: { ...options.env, ...startupEnv, [setupVariable]: JSON.stringify(setup) },
    stdio: ['ignore', log.fd, log.fd, 'ipc'],
  });
  const exited = new Promise<string>((resolveExit) => {
    child.once('error', (error) => resolveExit(`could not be started: ${error.message}`));
    child.once('exit', (code, signal) =>
      resolveExit(signal ? `was killed by ${signal}` : `stopped with exit code ${code}`),
    );
  });
  // Both sides of the pipe may be gone already; that shows as the exit.
  child.on('error', () => {});
  await log.close();
  return { name, child, logFile, exited };
}
