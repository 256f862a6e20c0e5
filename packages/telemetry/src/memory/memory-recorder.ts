import type { Attributes } from '@opentelemetry/api';

import { GymAttribute } from '../attribute-names.ts';
import type { MemoryGauges } from './memory-gauges.ts';
import type { HostMemory } from './read-host-memory.ts';
import type { TreeMemory } from './read-tree-memory.ts';

/** A server whose memory is sampled: `pid` is the root of its process tree. */
export interface ProfiledServer {
  readonly name: string;
  readonly type: string;
  readonly pid: number;
}

/** A server that was sampled, and its peaks in bytes by `memory.type`. */
interface KnownServer {
  readonly server: ProfiledServer;
  readonly peaks: Map<'rss' | 'pss', number>;
}

/** Records samples and remembers the peaks. */
export class MemoryRecorder {
  readonly #gauges: MemoryGauges;
  readonly #known = new Map<string, KnownServer>();
  #hostPeakBytes = 0;

  constructor(gauges: MemoryGauges) {
    this.#gauges = gauges;
  }

  /** One sample of a server; one that has ended has 0 processes and 0 bytes, since a gauge keeps its last value. */
  server(server: ProfiledServer, memory: TreeMemory): void {
    const { name, pid, type } = server;
    const attributes = {
      [GymAttribute.SERVER_NAME]: name,
      [GymAttribute.SERVER_TYPE]: type,
      'process.pid': pid,
    };
    const { peaks } = this.#known.get(keyOf(server)) ?? { peaks: new Map() };
    this.#known.set(keyOf(server), { server, peaks });
    this.#gauges.serverProcesses.record(memory.processes, attributes);
    this.#usage('rss', memory.rssBytes, peaks, attributes);
    if (memory.pssBytes !== undefined) this.#usage('pss', memory.pssBytes, peaks, attributes);
  }

  /** Ends the servers that are no longer among these. */
  retain(servers: readonly ProfiledServer[]): void {
    const listed = new Set(servers.map(keyOf));
    for (const [key, { peaks, server }] of this.#known) {
      if (listed.has(key)) continue;
      this.server(server, { processes: 0, rssBytes: 0, pssBytes: peaks.has('pss') ? 0 : undefined });
      this.#known.delete(key);
    }
  }

  /** One sample of the host. */
  host({ availableBytes, totalBytes, usageBytes }: HostMemory): void {
    this.#hostPeakBytes = Math.max(this.#hostPeakBytes, usageBytes);
    this.#gauges.hostUsage.record(usageBytes);
    this.#gauges.hostAvailable.record(availableBytes);
    this.#gauges.hostTotal.record(totalBytes);
    this.#gauges.hostPeak.record(this.#hostPeakBytes);
  }

  #usage(type: 'rss' | 'pss', bytes: number, peaks: KnownServer['peaks'], server: Attributes): void {
    const attributes = { ...server, 'memory.type': type };
    const peak = Math.max(peaks.get(type) ?? 0, bytes);
    peaks.set(type, peak);
    this.#gauges.serverUsage.record(bytes, attributes);
    this.#gauges.serverPeak.record(peak, attributes);
  }
}

function keyOf({ name, pid, type }: ProfiledServer): string {
  return JSON.stringify([name, type, pid]);
}
