import { getRuntime } from '../runtime.ts';
import { createMemoryGauges } from './memory-gauges.ts';
import { MemoryRecorder, type ProfiledServer } from './memory-recorder.ts';
import { readHostMemory } from './read-host-memory.ts';
import { readTreeMemory } from './read-tree-memory.ts';

export type { ProfiledServer } from './memory-recorder.ts';

/** Options of `startMemoryProfiling`; `servers` is asked at every sample, `procRoot` is `/proc` by default. */
export interface MemoryProfilingOptions {
  readonly servers: () => readonly ProfiledServer[];
  readonly procRoot?: string;
}

/** Node takes a longer time for 1 ms. */
const maxTimerMs = 2 ** 31 - 1;

const nothing = (): Promise<void> => Promise.resolve();

/**
 * Samples the memory of every server's process tree and of the host, in the supervisor; returns what stops it, after a
 * last sample. Call it once all servers run, and stop it before they are ended.
 *
 * On only with `memory_profiling.enabled` and metrics on; the interval is `memory_profiling.interval_seconds`, 1 s by
 * default. Records `gym.server.memory.usage` and `.sampled_peak` (RSS and PSS), `gym.server.processes` and
 * `gym.host.memory.*`. Where there is no `/proc` it says so once and does nothing. Never throws, never keeps the process
 * alive. Source: NeMo Gym memory profiler.
 */
export function startMemoryProfiling({ procRoot = '/proc', servers }: MemoryProfilingOptions): () => Promise<void> {
  const runtime = getRuntime();
  if (!runtime?.config.memoryProfiling.enabled) return nothing;
  const { config, meter, sink } = runtime;
  if (!meter) {
    sink('info', 'memory profiling is enabled, but metrics are not exported here: no memory is sampled');
    return nothing;
  }
  const recorder = new MemoryRecorder(createMemoryGauges(meter));
  let readable = true;
  const sample = async (): Promise<void> => {
    if (!readable) return;
    const host = await readHostMemory(procRoot);
    if (!host) {
      readable = false;
      sink('info', `memory profiling needs ${procRoot}, which this system does not have: no memory is sampled`);
      return;
    }
    recorder.host(host);
    const listed = servers();
    recorder.retain(listed);
    for (const server of listed) recorder.server(server, await readTreeMemory(procRoot, server.pid));
  };
  let running: Promise<void> | undefined;
  let stopped: Promise<void> | undefined;
  const sampleOnce = (): Promise<void> =>
    (running ??= sample()
      .catch((error: unknown) => sink('debug', `memory could not be sampled: ${String(error)}`))
      .finally(() => (running = undefined)));

  const intervalMs = Math.min(config.memoryProfiling.intervalSeconds * 1000, maxTimerMs);
  const timer = setInterval(() => void sampleOnce(), intervalMs);
  timer.unref();
  void sampleOnce();
  return () => {
    clearInterval(timer);
    // A sample under way may have passed a server already, so the last one comes after it.
    return (stopped ??= (running ?? nothing()).then(sampleOnce));
  };
}
