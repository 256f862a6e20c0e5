import type { Counter, Gauge, Histogram, Meter, UpDownCounter } from '@opentelemetry/api';

/** Bucket bounds in milliseconds of work that takes from a tenth of a second to an hour. Contract section 10. */
const longBucketsMs = [
  100, 250, 500, 1000, 2500, 5000, 10_000, 30_000, 60_000, 120_000, 300_000, 600_000, 1_200_000, 1_800_000, 3_600_000,
];
const modelCallBucketsMs = [
  100, 250, 500, 1000, 2000, 5000, 10_000, 30_000, 60_000, 120_000, 300_000, 600_000, 1_800_000,
];

const startupBucketsMs = [
  100, 250, 500, 1000, 2500, 5000, 10_000, 30_000, 60_000, 120_000, 300_000, 600_000, 1_800_000, 3_600_000,
];
const sandboxBucketsMs = [250, 500, 1000, 2000, 5000, 10_000, 30_000, 60_000, 120_000, 300_000, 600_000, 1_800_000];

/** The `gym.*` instruments of one meter, named as in NeMo Gym. Durations are milliseconds. */
export interface GymInstruments {
  readonly rolloutDuration: Histogram;
  readonly verifyDuration: Histogram;
  readonly verifySuccessRate: Gauge;
  readonly serversActive: Gauge;
  readonly modelCallDuration: Histogram;
  readonly httpRetries: Counter;
  readonly httpTimeouts: Counter;
  readonly startupDuration: Histogram;
  readonly startupStageDuration: Histogram;
  readonly sandboxesActive: UpDownCounter;
  readonly sandboxStartup: Histogram;
  readonly sandboxExec: Histogram;
  readonly sandboxRetries: Counter;
}

function histogramMs(meter: Meter, name: string, description: string, bounds: readonly number[]): Histogram {
  return meter.createHistogram(name, { description, unit: 'ms', advice: { explicitBucketBoundaries: [...bounds] } });
}

function createInstruments(meter: Meter): GymInstruments {
  return {
    rolloutDuration: histogramMs(meter, 'gym.rollout.duration_ms', 'Duration of one rollout.', longBucketsMs),
    verifyDuration: histogramMs(meter, 'gym.verify.duration_ms', 'Duration of one verification.', longBucketsMs),
    verifySuccessRate: meter.createGauge('gym.verify.success_rate', {
      description: 'Share of verify calls of this process that did not throw.',
      unit: '1',
    }),
    serversActive: meter.createGauge('gym.servers.active', {
      description: 'Servers that are running.',
      unit: '{server}',
    }),
    modelCallDuration: histogramMs(
      meter,
      'gym.model_call.duration_ms',
      'Duration of one model call.',
      modelCallBucketsMs,
    ),
    httpRetries: meter.createCounter('gym.http.retry_total', {
      description: 'HTTP calls that were repeated.',
      unit: '1',
    }),
    httpTimeouts: meter.createCounter('gym.http.timeout_total', {
      description: 'HTTP calls that timed out.',
      unit: '1',
    }),
    startupDuration: histogramMs(
      meter,
      'gym.server.startup_duration_ms',
      'From spawning a server until it takes requests.',
      startupBucketsMs,
    ),
    startupStageDuration: histogramMs(
      meter,
      'gym.server.startup_stage_duration_ms',
      'Duration of one stage of a server start.',
      startupBucketsMs,
    ),
    sandboxesActive: meter.createUpDownCounter('gym.sandbox.active', {
      description: 'Sandboxes that are running.',
      unit: '{sandbox}',
    }),
    sandboxStartup: histogramMs(
      meter,
      'gym.sandbox.startup_duration_ms',
      'Duration of creating a sandbox.',
      sandboxBucketsMs,
    ),
    sandboxExec: histogramMs(
      meter,
      'gym.sandbox.exec_duration_ms',
      'Duration of one command in a sandbox.',
      sandboxBucketsMs,
    ),
    sandboxRetries: meter.createCounter('gym.sandbox.create_retry_total', {
      description: 'Sandbox creations that were repeated.',
      unit: '1',
    }),
  };
}

const byMeter = new WeakMap<Meter, GymInstruments>();

/** The instruments of a meter, made at the first use. */
export function gymInstruments(meter: Meter): GymInstruments {
  let instruments = byMeter.get(meter);
  if (!instruments) byMeter.set(meter, (instruments = createInstruments(meter)));
  return instruments;
}
