import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../../../trace-viewer/dist/main.js', import.meta.url));

/** A running `gym-trace serve`. */
export interface Served {
  readonly child: ChildProcess;
  readonly grpcUrl: string;
  /** Asks the page's API. */
  ask<T>(path: string): Promise<T>;
  /** Memory of the process now, in MB. */
  rssMb(): number;
}

/** Starts `gym-trace serve` with a DuckDB file, on free ports, and waits until it says where it is. */
export async function startServe(store: string): Promise<Served> {
  const args = ['serve', '--port', '0', '--grpc-port', '0', '--http-port', '0', '--store', store];
  const child = spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  for await (const line of createInterface({ input: child.stdout })) {
    text += `${line}\n`;
    if (line.startsWith('store')) break;
  }
  const [, page] = /page\s+(\S+?)\/?\n/.exec(text) ?? [];
  const [, grpcUrl] = /grpc (\S+)/.exec(text) ?? [];
  if (page === undefined || grpcUrl === undefined) throw new Error(`gym-trace serve said: ${text}`);
  return {
    child,
    grpcUrl,
    ask: async <T>(path: string) => (await fetch(`${page}/api/${path}`)).json() as Promise<T>,
    rssMb: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024,
  };
}
