import { beginFleetStartup } from '@gym/telemetry';
import { closeSharedAgent } from '@gym/telemetry-undici';

import type { Env } from '../config/resolve-env-references.ts';
import { DemoError, isDemoError, messageOf } from '../demo-error.ts';
import { failuresFileOf } from '../rollouts/write-collected.ts';
import { startSupervisorTelemetry } from '../supervisor/start-telemetry.ts';
import { collectWithFleet, type FleetRun } from './collect-with-fleet.ts';
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
  terminal.line(
    dim(`telemetry  ${config.enabled ? `${config.exporter}, span groups ${config.spanGroups}, run ${runId}` : 'off'}`),
  );
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

/**
 * The whole demo: prepare, start the fleet, collect, stop, verify, report.
 *
 * @throws {@link DemoError} when anything failed, rollouts and verification included; its `exitCode` is the process's.
 */
export async function runDemo(options: DemoOptions, env: Env, terminal: Terminal): Promise<void> {
  const startup = beginFleetStartup(env);
  startup.stage('load_config');
  const run = await prepareRun(options, env);
  announce(run, options, terminal);
  if (run.rollouts.length === 0) {
    await run.output.close();
    terminal.line('nothing left to run: all rollouts are in the output');
    if (run.problems.length > 0) throw new DemoError('fleet', `${run.problems.length} rows of the input could not run`);
    return;
  }
  startup.stage('init_telemetry');
  const { stop, telemetry } = await startSupervisorTelemetry(run.telemetry, run.runFolder);
  const fleetRun = await collectWithFleet(run, startup, terminal);
  await closeSharedAgent();
  await stop();
  const complete = fleetRun.error === undefined;
  const tracesFailed = complete && (await reportRun(run, fleetRun, telemetry, env['OTEL_TRACES_SAMPLER'], terminal));
  const failure = explainEnd(fleetRun, run, tracesFailed);
  if (failure) throw failure;
}
