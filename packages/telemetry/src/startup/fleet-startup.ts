import type { Env } from '@gym/telemetry-env';
import { context, propagation, trace } from '@opentelemetry/api';
import type { Context, Span } from '@opentelemetry/api';

import { GymAttribute } from '../attribute-names.ts';
import { recordSpanError } from '../open-span.ts';
import { withInstruments } from '../recorders.ts';
import { epochMs, toStamp } from './epoch-ms.ts';
import { StageClock } from './stage-clock.ts';
import { emitStageSpans, parentFromEnv, startStartupSpan, startupParentVariable } from './startup-span.ts';

/** One server of a fleet that is starting, as its supervisor sees it. */
export interface StartingServer {
  /** Variables to add to the environment of the server's process. */
  readonly env: Readonly<Record<string, string>>;
  /** The server takes requests: ends its span and records `gym.server.startup_duration_ms`, once. */
  ready(): void;
}

/** The start of a fleet, as it happens in its supervisor. */
export interface FleetStartup {
  /** Ends the stage before and begins the next one, for example `spawn_servers` or `wait_for_servers`. */
  stage(name: string): void;
  /** Call it right before the server's process is spawned. */
  server(name: string, type?: string): StartingServer;
  /** The fleet takes work, or failed to start: makes the spans of the stages and ends `gym.startup`, once. */
  finish(error?: unknown): void;
}

/**
 * Begins to time the start of a fleet; call it first thing, long before telemetry runs.
 *
 * The fleet's start is one trace: `gym.startup` with `gym.startup.<stage>` and one `gym.startup.server` for each server,
 * under which the server's own `gym.server.startup` comes, since `StartingServer.env` carries the parent. A server that
 * never gets ready leaves its span open, and it is delivered as truncated. Telemetry off: only the clock runs. Source:
 * NeMo Gym startup tracing; OpenTelemetry's environment carrier for `TRACEPARENT`.
 */
export function beginFleetStartup(env: Env): FleetStartup {
  const clock = new StageClock(performance.timeOrigin);
  let root: Span | undefined;
  let finished = false;
  const rootContext = (): Context => {
    root ??= startStartupSpan('gym.startup', parentFromEnv(env), clock.startMs);
    return root ? trace.setSpan(context.active(), root) : context.active();
  };
  return {
    stage: (name) => clock.begin(name),
    server: (name, type) => startServer(rootContext(), name, type),
    finish: (error) => {
      if (finished) return;
      finished = true;
      clock.end();
      rootContext();
      if (!root) return;
      emitStageSpans('gym.startup', root, clock.stages);
      if (error !== undefined) recordSpanError(root, error);
      root.end();
    },
  };
}

function startServer(parent: Context, name: string, type: string | undefined): StartingServer {
  const spawnedMs = epochMs();
  const attributes = {
    [GymAttribute.SERVER_NAME]: name,
    ...(type !== undefined && { [GymAttribute.SERVER_TYPE]: type }),
  };
  const span = startStartupSpan('gym.startup.server', parent, spawnedMs, attributes);
  const carrier: { traceparent?: string } = {};
  if (span) propagation.inject(trace.setSpan(parent, span), carrier);
  const { traceparent } = carrier;
  let isReady = false;
  return {
    env: {
      NEMO_GYM_STARTUP_SPAWN_NS: toStamp(spawnedMs),
      ...(traceparent !== undefined && { [startupParentVariable]: traceparent, TRACEPARENT: traceparent }),
    },
    ready: () => {
      if (isReady) return;
      isReady = true;
      span?.end();
      withInstruments(({ startupDuration }) => startupDuration.record(epochMs() - spawnedMs, attributes));
    },
  };
}
