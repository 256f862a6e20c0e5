import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** What one slice cost: requests done, and CPU time of the process in nanoseconds, all threads and the kernel's part in it. */
export interface Slice {
  readonly requests: number;
  readonly cpuNs: number;
  readonly wallMs: number;
}

/** A process of the benchmark, which does what it is told over IPC and answers each message with one. */
export interface BenchChild {
  /** What it said when it was ready. */
  readonly ready: unknown;
  ask<T>(message: object): Promise<T>;
  stop(): void;
}

const extension = import.meta.url.slice(import.meta.url.lastIndexOf('.'));

/** Starts `<name>` of this package's sources (`http/client-child`) in a process of its own, built or not, and waits until it is ready. */
export async function startBenchChild(
  name: string,
  args: readonly string[] = [],
  nodeFlags: readonly string[] = [],
): Promise<BenchChild> {
  const file = fileURLToPath(new URL(name + extension, import.meta.url));
  const child: ChildProcess = fork(file, args, {
    env: { PATH: process.env['PATH'] },
    execArgv: [...process.execArgv, ...nodeFlags],
  });
  const answer = async (): Promise<unknown> => {
    const waiting = new AbortController();
    try {
      const options = { signal: waiting.signal };
      const ended = once(child, 'exit', options).then(([code]) => {
        throw new Error(`${name} ${args.join(' ')} ended with code ${code}`);
      });
      const [message] = (await Promise.race([once(child, 'message', options), ended])) as [unknown];
      return message;
    } finally {
      waiting.abort();
    }
  };
  const ready = await answer();
  return {
    ready,
    ask: async <T>(message: object): Promise<T> => {
      child.send(message);
      return (await answer()) as T;
    },
    stop: () => child.kill(),
  };
}

/** The child's side: answers each message with what `handle` gives, after `ready` was sent. */
export function answerMessages<T>(ready: object, handle: (message: T) => object | Promise<object>): void {
  process.on(
    'message',
    (message) => void Promise.resolve(handle(message as T)).then((answer) => process.send!(answer)),
  );
  process.on('disconnect', () => process.exit());
  process.send!(ready);
}
