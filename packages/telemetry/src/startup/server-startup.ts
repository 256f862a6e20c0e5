import { readEnvText, type Env } from '@gym/telemetry-env';
import type { Attributes } from '@opentelemetry/api';

import { GymAttribute } from '../attribute-names.ts';
import { recordSpanError } from '../open-span.ts';
import { withInstruments } from '../recorders.ts';
import { getRuntime } from '../runtime.ts';
import { epochMs, readStampMs } from './epoch-ms.ts';
import { StageClock } from './stage-clock.ts';
import { emitStageSpans, parentFromEnv, startStartupSpan } from './startup-span.ts';

/** The start of one server, as it happens in the server's own process. */
export interface ServerStartup {
  /** Ends the stage before and begins the next one, for example `init_telemetry` or `setup_webserver`. */
  stage(name: string): void;
  /** The server takes requests, or failed to: makes the spans and records the stage durations, once. */
  finish(error?: unknown): void;
}

/**
 * Begins to time the start of this server; call it first thing, long before telemetry runs.
 *
 * The first stages come from the environment: `venv_setup` and `interpreter_start`, from the times at which the
 * supervisor spawned the process and its set-up was done. `finish` makes `gym.server.startup` and one
 * `gym.server.startup.<stage>` each, under the supervisor's span, and records `gym.server.startup_stage_duration_ms`;
 * it does nothing while telemetry is off. Source: NeMo Gym startup tracing.
 */
export function beginServerStartup(env: Env): ServerStartup {
  const enteredMs = epochMs();
  const spawnedMs = readStampMs(readEnvText(env, 'NEMO_GYM_STARTUP_SPAWN_NS'), enteredMs);
  const setUpMs = readStampMs(readEnvText(env, 'NEMO_GYM_STARTUP_SETUP_DONE_NS'), enteredMs);
  const clock = new StageClock(spawnedMs ?? performance.timeOrigin);
  const wasSetUp = spawnedMs !== undefined && setUpMs !== undefined && setUpMs >= spawnedMs;
  if (wasSetUp) clock.begin('venv_setup', spawnedMs);
  clock.begin('interpreter_start', wasSetUp ? setUpMs : clock.startMs);
  clock.end(enteredMs);

  let finished = false;
  return {
    stage: (name) => clock.begin(name),
    finish: (error) => {
      if (finished) return;
      finished = true;
      clock.end();
      report(clock, env, error);
    },
  };
}

function report(clock: StageClock, env: Env, error: unknown): void {
  const runtime = getRuntime();
  if (!runtime) return;
  const server: Attributes = {
    ...(runtime.serverName !== undefined && { [GymAttribute.SERVER_NAME]: runtime.serverName }),
    ...(runtime.serverType !== undefined && { [GymAttribute.SERVER_TYPE]: runtime.serverType }),
    [GymAttribute.SERVER_WORKER]: false,
  };
  const attributes = { ...server, 'process.pid': process.pid };
  const span = startStartupSpan('gym.server.startup', parentFromEnv(env), clock.startMs, attributes);
  if (span) {
    emitStageSpans('gym.server.startup', span, clock.stages, attributes);
    if (error !== undefined) recordSpanError(span, error);
    span.end();
  }
  withInstruments(({ startupStageDuration }) => {
    for (const { name, startMs, endMs } of clock.stages)
      startupStageDuration.record(endMs - startMs, { ...server, [GymAttribute.STARTUP_STAGE]: name });
  });
}
