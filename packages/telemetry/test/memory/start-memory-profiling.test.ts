import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

import { startMemoryProfiling } from '@gym/telemetry';
import { describe, expect, test } from '@jest/globals';

import { collectMetrics, type GaugePoint } from './collect-metrics.ts';
import { createProcTree } from './proc-tree.ts';

const agent = { name: 'my_agent', type: 'responses_api_agents', pid: 10 };
const agentAttributes = {
  'nemo.gym.server.name': 'my_agent',
  'nemo.gym.server.type': 'responses_api_agents',
  'process.pid': 10,
};
const bytes = (points: readonly GaugePoint[] | undefined): Record<string, number> =>
  Object.fromEntries((points ?? []).map(({ attributes, value }) => [String(attributes['memory.type']), value / 1024]));

describe('with a fake /proc', () => {
  test('a server of three processes, 100 + 20 + 3 kB RSS: its sums, attributes and process count', async () => {
    await using proc = await createProcTree([
      { pid: 10, children: [11], rssKb: 100, pssKb: 50 },
      { pid: 11, children: [12], rssKb: 20, pssKb: 10 },
      { pid: 12, rssKb: 3, pssKb: 1 },
      { pid: 99, rssKb: 1000, pssKb: 1000 },
    ]);
    await using metrics = await collectMetrics();
    await startMemoryProfiling({ servers: () => [agent], procRoot: proc.root })();
    const gauges = await metrics.read();
    expect(gauges['gym.server.memory.usage']).toMatchObject([
      { value: 123 * 1024, attributes: { ...agentAttributes, 'memory.type': 'rss' } },
      { value: 61 * 1024, attributes: { ...agentAttributes, 'memory.type': 'pss' } },
    ]);
    expect(gauges['gym.server.processes']).toMatchObject([{ value: 3, attributes: agentAttributes }]);
    const host = ['usage', 'available', 'total', 'sampled_peak'].map((name) => gauges[`gym.host.memory.${name}`]);
    expect(host).toMatchObject([600, 400, 1000, 600].map((kb) => [{ value: kb * 1024, attributes: {} }]));
  });

  test('one process of the tree without smaps_rollup: RSS of status for all, no PSS', async () => {
    await using proc = await createProcTree([
      { pid: 10, children: [11], rssKb: 100, pssKb: 50 },
      { pid: 11, rssKb: 20 },
    ]);
    await using metrics = await collectMetrics();
    await startMemoryProfiling({ servers: () => [agent], procRoot: proc.root })();
    expect(bytes((await metrics.read())['gym.server.memory.usage'])).toEqual({ rss: 120 });
  });

  test('a zombie child counts for nothing, and the others keep their PSS', async () => {
    await using proc = await createProcTree([{ pid: 10, children: [11, 12], rssKb: 100, pssKb: 50 }, { pid: 11 }]);
    await using metrics = await collectMetrics();
    await startMemoryProfiling({ servers: () => [agent], procRoot: proc.root })();
    const gauges = await metrics.read();
    expect(bytes(gauges['gym.server.memory.usage'])).toEqual({ rss: 100, pss: 50 });
    expect(gauges['gym.server.processes']).toMatchObject([{ value: 1 }]);
  });

  test('memory that goes up and down: the peak stays; a server that has ended is 0', async () => {
    await using proc = await createProcTree([{ pid: 10, rssKb: 300, pssKb: 200 }]);
    await using metrics = await collectMetrics();
    const stop = startMemoryProfiling({ servers: () => [agent], procRoot: proc.root });
    await expectUsage(metrics, { rss: 300, pss: 200 });
    await proc.remove(10);
    await proc.setHost(1000, 900);
    await stop();
    const gauges = await metrics.read();
    expect(bytes(gauges['gym.server.memory.usage'])).toEqual({ rss: 0, pss: 0 });
    expect(bytes(gauges['gym.server.memory.sampled_peak'])).toEqual({ rss: 300, pss: 200 });
    expect(gauges['gym.server.processes']).toMatchObject([{ value: 0 }]);
    expect(gauges['gym.host.memory.usage']).toMatchObject([{ value: 100 * 1024 }]);
    expect(gauges['gym.host.memory.sampled_peak']).toMatchObject([{ value: 600 * 1024 }]);
  });

  test('interval_seconds 0.01: it goes on sampling by itself, and asks for the servers each time', async () => {
    await using proc = await createProcTree([{ pid: 10, rssKb: 1, pssKb: 1 }]);
    await using metrics = await collectMetrics({ NEMO_GYM_OTEL_MEMORY_PROFILING_INTERVAL_SECONDS: '0.01' });
    let servers = [agent];
    const stop = startMemoryProfiling({ servers: () => servers, procRoot: proc.root });
    await expectUsage(metrics, { rss: 1, pss: 1 });
    await proc.set({ pid: 20, rssKb: 7, pssKb: 5 });
    servers = [{ ...agent, pid: 20 }];
    await expectUsage(metrics, { rss: 7, pss: 5 });
    await stop();
    const processes = (await metrics.read())['gym.server.processes']!;
    expect(processes.map(({ attributes, value }) => [attributes['process.pid'], value])).toEqual([
      [10, 0],
      [20, 1],
    ]);
  });

  test('interval_seconds 1e9 is no flood of samples', async () => {
    await using proc = await createProcTree([]);
    await using _ = await collectMetrics({ NEMO_GYM_OTEL_MEMORY_PROFILING_INTERVAL_SECONDS: '1e9' });
    let asked = 0;
    const stop = startMemoryProfiling({ servers: () => (asked++, []), procRoot: proc.root });
    await new Promise((resolve) => setTimeout(resolve, 50));
    await stop();
    await stop();
    expect(asked).toBe(2);
  });

  test('a list of servers that throws costs a debug line, not the supervisor', async () => {
    await using proc = await createProcTree([]);
    await using metrics = await collectMetrics();
    const servers = (): never => {
      throw new Error('no list');
    };
    await startMemoryProfiling({ servers, procRoot: proc.root })();
    expect(metrics.lines).toContain('debug: memory could not be sampled: Error: no list');
  });

  test('no /proc: one info line and nothing recorded', async () => {
    await using metrics = await collectMetrics({ NEMO_GYM_OTEL_MEMORY_PROFILING_INTERVAL_SECONDS: '0.001' });
    const stop = startMemoryProfiling({ servers: () => [agent], procRoot: '/no/such/proc' });
    await new Promise((resolve) => setTimeout(resolve, 30));
    await stop();
    expect(metrics.lines.filter((line) => line.includes('/no/such/proc'))).toEqual([
      'info: memory profiling needs /no/such/proc, which this system does not have: no memory is sampled',
    ]);
    expect(await metrics.read()).toEqual({});
  });
});

describe('off', () => {
  const asked: string[] = [];
  const servers = (): readonly [] => {
    asked.push('servers');
    return [];
  };

  test('memory_profiling.enabled false: nobody is asked and nothing said', async () => {
    await using metrics = await collectMetrics({ NEMO_GYM_OTEL_MEMORY_PROFILING_ENABLED: '0' });
    await startMemoryProfiling({ servers })();
    expect(asked).toEqual([]);
    expect(await metrics.read()).toEqual({});
  });

  test('metrics off: one info line', async () => {
    await using metrics = await collectMetrics({ NEMO_GYM_OTEL_METRICS_ENABLED: '0' });
    await startMemoryProfiling({ servers })();
    expect(asked).toEqual([]);
    expect(metrics.lines).toContain(
      'info: memory profiling is enabled, but metrics are not exported here: no memory is sampled',
    );
  });

  test('no telemetry: nothing', async () => {
    await expect(startMemoryProfiling({ servers })()).resolves.toBeUndefined();
    expect(asked).toEqual([]);
  });
});

// macOS and Windows have no /proc.
(process.platform === 'linux' ? describe : describe.skip)('with the real /proc', () => {
  test('a child that holds 64 MB and has a child of its own: two processes, RSS above 64 MB, PSS up to RSS', async () => {
    const script = `
      const held = Buffer.alloc(64 * 1024 * 1024, 1);
      const child = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
      child.once('spawn', () => process.stdout.write('ready'));
      process.stdin.resume().once('end', () => { child.kill(); process.exit(held.length > 0 ? 0 : 1); });`;
    const server: ChildProcess = spawn(process.execPath, ['-e', script]);
    try {
      await once(server.stdout!, 'data');
      await using metrics = await collectMetrics();
      await startMemoryProfiling({ servers: () => [{ name: 'tool', type: 'resources_servers', pid: server.pid! }] })();
      const gauges = await metrics.read();
      const { pss, rss } = bytes(gauges['gym.server.memory.usage']);
      expect(rss).toBeGreaterThan(64 * 1024);
      expect(pss).toBeGreaterThan(64 * 1024);
      expect(pss).toBeLessThanOrEqual(rss!);
      expect(gauges['gym.server.processes']).toMatchObject([{ value: 2, attributes: { 'process.pid': server.pid } }]);
      const [usage, available, total] = ['usage', 'available', 'total'].map(
        (name) => gauges[`gym.host.memory.${name}`]![0]!.value,
      );
      expect(usage! + available!).toBe(total);
    } finally {
      server.stdin!.end();
      await once(server, 'close');
    }
  });
});

/** Waits until the usage gauge shows these kilobytes, whichever server they are of. */
async function expectUsage(
  metrics: Awaited<ReturnType<typeof collectMetrics>>,
  expected: Record<string, number>,
): Promise<void> {
  for (;;) {
    const now = bytes((await metrics.read())['gym.server.memory.usage']);
    if (JSON.stringify(now) === JSON.stringify(expected)) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
