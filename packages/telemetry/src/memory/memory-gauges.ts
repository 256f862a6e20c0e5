import type { Gauge, Meter } from '@opentelemetry/api';

/** The gauges of the memory profiler, named as in NeMo Gym; bytes but for the number of processes. */
export interface MemoryGauges {
  readonly serverUsage: Gauge;
  readonly serverPeak: Gauge;
  readonly serverProcesses: Gauge;
  readonly hostUsage: Gauge;
  readonly hostAvailable: Gauge;
  readonly hostTotal: Gauge;
  readonly hostPeak: Gauge;
}

/** Makes the gauges of {@link MemoryGauges}. */
export function createMemoryGauges(meter: Meter): MemoryGauges {
  const bytes = (name: string, description: string): Gauge => meter.createGauge(name, { description, unit: 'By' });
  return {
    serverUsage: bytes('gym.server.memory.usage', 'Memory of the process tree of a server.'),
    serverPeak: bytes('gym.server.memory.sampled_peak', 'Highest sampled memory of the process tree of a server.'),
    serverProcesses: meter.createGauge('gym.server.processes', {
      description: 'Processes in the process tree of a server.',
      unit: '{process}',
    }),
    hostUsage: bytes('gym.host.memory.usage', 'Memory of the host that is not available.'),
    hostAvailable: bytes('gym.host.memory.available', 'Memory of the host that is available.'),
    hostTotal: bytes('gym.host.memory.total', 'Memory of the host.'),
    hostPeak: bytes('gym.host.memory.sampled_peak', 'Highest sampled memory of the host that was not available.'),
  };
}
