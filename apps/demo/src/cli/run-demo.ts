import { beginFleetStartup, type FleetStartup } from '@gym/telemetry';
import { closeSharedAgent } from '@gym/telemetry-undici';

import type { Env } from '../config/resolve-env-references.ts';
import { DemoError, isDemoError, messageOf } from '../demo-error.ts';
import { failuresFileOf } from '../rollouts/write-collected.ts';
import { describeDestination } from '../spans/span-destination.ts';
import { startSupervisorTelemetry } from '../supervisor/start-telemetry.ts';
import { collectWithFleet, type FleetRun } from './collect-with-fleet.ts';
import { onInterrupt } from './on-interrupt.ts';
import type { DemoOptions } from './parse-options.ts';
import { prepareRun, type PreparedRun } from './prepare-run.ts';
import { reportRun } from './report-run.ts';
import type { Terminal } from './terminal.ts';

function announce(run: PreparedRun, options: DemoOptions, terminal: Terminal): void {
  const { dim } = terminal.paint;
  for (const warning of run.warnings) terminal.warn(`warning: ${warning}`);
  for (const { message } of run.telemetry.warnings) terminal.warn(`warning: ${message}`);
  for (const problem of run.problems) terminal.warn(terminal.paint.bad(`error: ${problem}`));
  const { config, runId } = run.telemetry;
  terminal.line(dim(`tasks      ${options.input}`));
  terminal.line(
    dim(`output     ${run.outputFile}${run.alreadyDone > 0 ? `, ${run.alreadyDone} rollouts already there` : ''}`),
  );
  terminal.line(dim(`logs       ${run.runFolder}`));
  const to = describeDestination(run.spans.destination);
  terminal.line(dim(`telemetry  ${config.enabled ? `${to}, span groups ${config.spanGroups}, run ${runId}` : 'off'}`));
}

function explainEnd(fleetRun: FleetRun, run: PreparedRun, tracesFailed: boolean): DemoError | undefined {
  const { collected, error } = fleetRun;
  const done = collected.filter((rollout) => rollout.ok).length;
  const goOn = `${done} of ${run.rollouts.length} rollouts are in ${run.outputFile}; the same --input and --output go on from there`;
  if (isDemoError(error)) return new DemoError(error.code, `${error.message}\n  ${goOn}`, { cause: error });
  if (error !== undefined) return new DemoError('fleet', `${messageOf(error)}\n  ${goOn}`, { cause: error });
  const failed = collected.length - done;
  const reasons = [
    ...(failed > 0 ? [`${failed} of ${collected.length} rollouts failed, see ${failuresFileOf(run.outputFile)}`] : []),
    ...(run.problems.length > 0 ? [`${run.problems.length} rows of the input could not run`] : []),
    ...(tracesFailed ? ['the traces have holes'] : []),
  ];
  return reasons.length > 0 ? new DemoError('fleet', reasons.join('; ')) : undefined;
}

/** Runs the fleet until all its processes, and telemetry here, have stopped; then reports. Gives what went wrong. */
async function runFleet(
  run: PreparedRun,
  startup: FleetStartup,
  env: Env,
  terminal: Terminal,
): Promise<DemoError | undefined> {
  const { stop, telemetry } = await startSupervisorTelemetry(run.telemetry, run.runFolder);
  const fleetRun = await collectWithFleet(run, startup, terminal);
  await closeSharedAgent();
  await stop();
  if (fleetRun.error !== undefined) return explainEnd(fleetRun, run, false);
  const runSpans = await run.spans.read(telemetry.runId ?? '', run.runFolder);
  const ended = { fleetRun, runSpans, telemetry, sampler: env['OTEL_TRACES_SAMPLER'] };
  return explainEnd(fleetRun, run, await reportRun(run, ended, terminal));
}

function untilInterrupted(): Promise<void> {
  return new Promise((resolve) => {
    const stopListening = onInterrupt(
      () => {
        stopListening();
        resolve();
      },
      () => {},
    );
  });
}

/**
 * The whole demo: prepare, start the fleet, collect, stop, verify, report; with `view` the page stays until Ctrl-C.
 *
 * Gives the exit code; what went wrong with rollouts, fleet or traces is printed.
 *
 * @throws {@link DemoError} when nothing could start.
 */
export async function runDemo(options: DemoOptions, env: Env, terminal: Terminal): Promise<number> {
  const startup = beginFleetStartup(env);
  startup.stage('load_config');
  const run = await prepareRun(options, env, terminal.warn);
  const { pageUrl } = run.spans;
  try {
    announce(run, options, terminal);
    if (options.view) terminal.line(`page       ${pageUrl}`);
    if (run.rollouts.length === 0) {
      await run.output.close();
      terminal.line('nothing left to run: all rollouts are in the output');
      if (run.problems.length === 0) return 0;
      throw new DemoError('fleet', `${run.problems.length} rows of the input could not run`);
    }
    startup.stage('init_telemetry');
    const failure = await runFleet(run, startup, env, terminal);
    if (failure) terminal.warn(`error: ${failure.message}`);
    if (options.view && failure?.code !== 'interrupted') {
      terminal.line(`\npage       ${pageUrl}; Ctrl-C ends it`);
      await untilInterrupted();
    }
    return failure?.exitCode ?? 0;
  } finally {
    await run.spans.close();
  }
}
