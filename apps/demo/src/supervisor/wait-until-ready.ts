import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

import { DemoError } from '../demo-error.ts';
import { isListeningMessage } from '../servers/server-setup.ts';
import { readLogTail } from './read-log-tail.ts';
import type { ServerProcess } from './spawn-server.ts';

const probeEveryMs = 50;

/** Plain `node:http`: a readiness probe is no part of a trace. */
function probe(url: string, timeoutMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get(`${url}/readyz`, { agent: false, timeout: timeoutMs }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    request.on('timeout', () => request.destroy());
    request.on('error', () => resolve(false));
  });
}

async function whenListening(server: ServerProcess, signal: AbortSignal): Promise<string> {
  return new Promise((resolve) => {
    const onMessage = (message: unknown): void => {
      if (isListeningMessage(message)) resolve(message.url);
    };
    server.child.on('message', onMessage);
    signal.addEventListener('abort', () => server.child.removeListener('message', onMessage), { once: true });
  });
}

async function whenReady(server: ServerProcess, signal: AbortSignal, timeoutMs: number): Promise<string> {
  const url = await whenListening(server, signal);
  while (!signal.aborted && !(await probe(url, timeoutMs))) await sleep(probeEveryMs);
  return url;
}

/** The error of a server that went wrong: its name, what happened and its last output. */
export async function describeServerFailure(server: ServerProcess, what: string): Promise<DemoError> {
  const tail = await readLogTail(server.logFile);
  const output = tail === '' ? ' (it wrote nothing)' : `; its last output:\n${tail}`;
  return new DemoError('fleet', `server ${server.name} ${what}${output}\n  log: ${server.logFile}`);
}

/**
 * Waits until a server listens and answers `/readyz`; gives its base URL.
 *
 * @throws {@link DemoError} `fleet`, with the server's last output, when it stops first or takes longer than `timeoutMs`,
 * and when `signal` is aborted.
 */
export async function waitUntilReady(server: ServerProcess, timeoutMs: number, signal: AbortSignal): Promise<string> {
  const over = new AbortController();
  const stopped = AbortSignal.any([signal, over.signal]);
  const timer = setTimeout(() => over.abort(), timeoutMs);
  const ended = new Promise<undefined>((resolve) => {
    if (stopped.aborted) resolve(undefined);
    stopped.addEventListener('abort', () => resolve(undefined), { once: true });
  });
  try {
    const outcome = await Promise.race([
      whenReady(server, stopped, timeoutMs).then((url) => ({ url })),
      server.exited.then((how) => ({ how })),
      ended,
    ]);
    if (outcome && 'url' in outcome && !stopped.aborted) return outcome.url;
    if (outcome && 'how' in outcome) throw await describeServerFailure(server, `${outcome.how} before it was ready`);
    if (signal.aborted) throw new DemoError('interrupted', 'interrupted while the servers started');
    throw await describeServerFailure(server, `was not ready within ${timeoutMs / 1000} s`);
  } finally {
    clearTimeout(timer);
    over.abort();
  }
}
