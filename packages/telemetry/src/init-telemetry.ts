import { isMainThread } from 'node:worker_threads';

import { defaultTelemetryConfig } from '@gym/telemetry-config';
import type { Env } from '@gym/telemetry-env';

import type { DeliveryReport } from './delivery-report.ts';
import { resetVerifyRate } from './gym-spans.ts';
import type { InitTelemetryOptions } from './init-telemetry-options.ts';
import { createStderrSink, guardSink } from './log-sink.ts';
import type { LogSink } from './log-sink.ts';
import { openLogs, resetLogs } from './logs/log-outlet.ts';
import { passiveHandle } from './passive-handle.ts';
import { getRuntime } from './runtime.ts';
import { startTelemetry } from './start-telemetry.ts';
import type { DeadlineOptions, Telemetry } from './telemetry-handle.ts';

let handle: Telemetry | undefined;
let starting: Promise<Telemetry> | undefined;

function offHandle(): Telemetry {
  return passiveHandle({ status: 'off', config: defaultTelemetryConfig(), runId: undefined, spanGroups: [] });
}

async function start({ env = process.env, ...options }: InitTelemetryOptions): Promise<Telemetry> {
  const log = guardSink(options.log ?? createStderrSink(env));
  const started = await startOrStayOff(options, env, log);
  openLogs(getRuntime()?.logger, log);
  return started;
}

async function startOrStayOff(options: InitTelemetryOptions, env: Env, log: LogSink): Promise<Telemetry> {
  if (!isMainThread && !options.workerThreads) {
    log('debug', 'telemetry is off in a worker thread; ask for it with initTelemetry({ workerThreads: true })');
    return offHandle();
  }
  try {
    return await startTelemetry(options, env, log);
  } catch (error) {
    log('warn', `telemetry could not be started and is off: ${error instanceof Error ? error.message : String(error)}`);
    return offHandle();
  }
}

/**
 * Starts the telemetry of this process, once: a second call returns what the first one started.
 *
 * Reads its settings from `options.config` and the environment (environment variables win), loads the SDK only when
 * telemetry is enabled, and never rejects: what cannot be used is one warning and telemetry off. Await it before the
 * server takes requests. Contract section 5; NeMo Gym `init_telemetry`.
 */
export function initTelemetry(options: InitTelemetryOptions = {}): Promise<Telemetry> {
  starting ??= start(options).then((started) => (handle = started));
  return starting;
}

/** The telemetry of this process; its status is `off` until `initTelemetry` has finished. Never starts anything. */
export function getTelemetry(): Telemetry {
  return handle ?? offHandle();
}

/**
 * Ends the telemetry of this process: closes open spans, delivers what is queued and reports it.
 *
 * All signals run in parallel under one deadline, 5000 ms by default. Waits for a start under way. Again: the same
 * report. Never rejects.
 */
export async function shutdownTelemetry(options: DeadlineOptions = {}): Promise<DeliveryReport> {
  return ((await starting) ?? offHandle()).shutdown(options);
}

/**
 * For tests: shuts telemetry down and makes this process one in which `initTelemetry` was never called.
 *
 * Registered span groups, redacted keys and put-up log bridges stay. `@gym/telemetry-testing` calls it.
 */
export async function resetTelemetry(): Promise<void> {
  await shutdownTelemetry();
  handle = undefined;
  starting = undefined;
  resetVerifyRate();
  resetLogs();
}
