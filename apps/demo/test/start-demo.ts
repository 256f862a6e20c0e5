import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { stringify } from 'yaml';

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const loader = fileURLToPath(new URL('../../../scripts/ts-loader.mjs', import.meta.url));
const sources = ['--import', pathToFileURL(loader).href, '--conditions=@gym/source'];

/** The environment of the tests without what would set the demo's telemetry or policy. */
function cleanEnv(): Record<string, string | undefined> {
  const entries = Object.entries(process.env).filter(
    ([name]) => !/^(NEMO_|OTEL_|POLICY_|GYM_|NODE_OPTIONS|NO_COLOR)/.test(name),
  );
  return Object.fromEntries(entries);
}

export interface DemoEnd {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface StartedDemo extends Disposable {
  readonly child: ChildProcess;
  readonly ended: Promise<DemoEnd>;
  /** What it has said so far. */
  stdout(): string;
  /** Resolves once standard output or error holds `text`. */
  sees(text: string): Promise<void>;
}

/** Starts the demo's command line from its sources as a process of its own, which is killed at the end of its block. */
export function startDemo(args: readonly string[], env: Readonly<Record<string, string>> = {}): StartedDemo {
  const child = spawn(process.execPath, [...sources, main, ...args], { env: { ...cleanEnv(), ...env } });
  const said = { stdout: '', stderr: '' };
  const waiting = new Set<() => void>();
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      said[name] += text;
      for (const check of waiting) check();
    });
  }
  const ended = new Promise<DemoEnd>((resolve) => {
    child.once('close', (code) => resolve({ code, ...said }));
  });
  const sees = (text: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const check = (): void => {
        if (!said.stdout.includes(text) && !said.stderr.includes(text)) return;
        waiting.delete(check);
        resolve();
      };
      waiting.add(check);
      void ended.then((end) => reject(new Error(`never said ${text}: ${end.stdout}${end.stderr}`)));
      check();
    });
  return { child, ended, stdout: () => said.stdout, sees, [Symbol.dispose]: () => void child.kill('SIGKILL') };
}

/** Runs the demo to its end. */
export function runDemo(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<DemoEnd> {
  return startDemo(args, env).ended;
}

/** A line of an output file or of its failures, as far as the tests look at it. */
export interface OutputRow {
  readonly _ng_task_index: number;
  readonly _ng_rollout_index: number;
  readonly responses_create_params: unknown;
  readonly response: { readonly output: readonly unknown[] };
  readonly reward: number;
  readonly error: string;
}

/** A folder that is removed at the end of its block. */
export class TestFolder {
  readonly path: string = mkdtempSync(join(tmpdir(), 'gym-demo-'));

  write(name: string, text: string): string {
    const file = join(this.path, name);
    writeFileSync(file, text);
    return file;
  }

  read(name: string): string {
    return readFileSync(join(this.path, name), 'utf8');
  }

  list(name: string): readonly string[] {
    return readdirSync(join(this.path, name)).sort();
  }

  rows(name: string): readonly OutputRow[] {
    return this.read(name)
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as OutputRow);
  }

  [Symbol.dispose](): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}

type Block = Readonly<Record<string, unknown>>;

/** Blocks of a configuration that differ from the tests' fast fleet. */
export interface ConfigChanges {
  readonly telemetry?: Block;
  readonly supervisor?: Block;
  readonly model?: Block;
  readonly tools?: Block;
  readonly agent?: Block;
  readonly more?: Block;
}

/** A configuration with an embedded policy that errs never and takes no time. */
export function configText(changes: ConfigChanges = {}): string {
  return stringify({
    telemetry: { enabled: true, span_groups: 'per_rollout,job', ...changes.telemetry },
    supervisor: changes.supervisor ?? {},
    policy_model: { responses_api_models: { policy: { ...changes.model } } },
    world_tools: { resources_servers: { world_tools: { ...changes.tools } } },
    tool_agent: {
      responses_api_agents: {
        tool_agent: {
          resources_server: { type: 'resources_servers', name: 'world_tools' },
          model_server: { type: 'responses_api_models', name: 'policy_model' },
          ...changes.agent,
        },
      },
    },
    ...changes.more,
  });
}

/** The usual arguments of a run in a folder: its configuration, log folder and output. */
export function runArgs(
  folder: TestFolder,
  changes: ConfigChanges = {},
  more: readonly string[] = [],
): readonly string[] {
  const config = folder.write('gym.yaml', configText(changes));
  const output = more.includes('--output') ? [] : ['--output', join(folder.path, 'out.jsonl')];
  return ['--config', config, '--run-folder', join(folder.path, 'logs'), ...output, ...more];
}

/** The file of a program that stands in for a server. */
export function fixture(name: string): string {
  return fileURLToPath(new URL(`fixtures/${name}`, import.meta.url));
}

/** The ids of processes whose command line or environment belongs to a run in `folder`. */
export function processesOf(folder: TestFolder): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((name) => {
      try {
        return readdirSync(`/proc/${name}/fd`).some((fd) => {
          const link = readlinkOrEmpty(`/proc/${name}/fd/${fd}`);
          return link.startsWith(folder.path);
        });
      } catch {
        return false;
      }
    })
    .map(Number);
}

function readlinkOrEmpty(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}
