import type { ServerProcess } from './spawn-server.ts';

/** Longer than a server takes by itself to drain (3 s) and flush (5 s). */
const killAfterMs = 9000;

async function stopServer(server: ServerProcess): Promise<string | undefined> {
  const { child } = server;
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return undefined;
  child.kill('SIGTERM');
  let killed = false;
  const timer = setTimeout(() => {
    killed = true;
    child.kill('SIGKILL');
  }, killAfterMs);
  await server.exited;
  clearTimeout(timer);
  return killed ? `server ${server.name} did not stop within ${killAfterMs / 1000} s and was killed` : undefined;
}

/** Stops all servers gracefully and at once, with a kill at the end; gives a warning for each that had to be killed. */
export async function stopFleet(servers: readonly ServerProcess[]): Promise<readonly string[]> {
  return (await Promise.all(servers.map(stopServer))).filter((warning) => warning !== undefined);
}

/** Kills all servers now. */
export function killFleet(servers: readonly ServerProcess[]): void {
  for (const { child } of servers) child.kill('SIGKILL');
}
