import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const loader = fileURLToPath(new URL('../../../scripts/ts-loader.mjs', import.meta.url));
/** Node's flags to run sources. */
export const sources: readonly string[] = ['--import', pathToFileURL(loader).href, '--conditions=@gym/source'];

/** Two tasks' three rollouts of a demo fleet, recorded. */
export const demoRun: string = fileURLToPath(new URL('fixtures/demo-run.jsonl', import.meta.url));

export interface CommandEnd {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface StartedCommand {
  readonly child: ChildProcess;
  readonly ended: Promise<CommandEnd>;
  /** Resolves with standard output once it matches. */
  sees(pattern: RegExp): Promise<string>;
}

/** Starts the command line from its sources as a process of its own. */
export function startGymTrace(args: readonly string[]): StartedCommand {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => name !== 'NODE_OPTIONS'));
  const child = spawn(process.execPath, [...sources, main, ...args], { env });
  const said = { stdout: '', stderr: '' };
  const waiting = new Set<() => void>();
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      said[name] += text;
      for (const check of waiting) check();
    });
  }
  const ended = new Promise<CommandEnd>((resolve) => {
    child.once('close', (code) => resolve({ code, ...said }));
  });
  const sees = (pattern: RegExp): Promise<string> =>
    new Promise((resolve, reject) => {
      const check = (): void => {
        if (pattern.test(said.stdout)) resolve(said.stdout);
      };
      waiting.add(check);
      void ended.then((end) => reject(new Error(`never said ${String(pattern)}: ${end.stdout}${end.stderr}`)));
      check();
    });
  return { child, ended, sees };
}

/** Runs the command line to its end. */
export function runGymTrace(...args: readonly string[]): Promise<CommandEnd> {
  return startGymTrace(args).ended;
}

/** A folder that is removed at the end of its block. */
export class TestFolder {
  readonly path: string = mkdtempSync(join(tmpdir(), 'gym-trace-test-'));

  at(name: string): string {
    return join(this.path, name);
  }

  write(name: string, text: string): string {
    writeFileSync(this.at(name), text);
    return this.at(name);
  }

  read(name: string): string {
    return readFileSync(this.at(name), 'utf8');
  }

  [Symbol.dispose](): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}
