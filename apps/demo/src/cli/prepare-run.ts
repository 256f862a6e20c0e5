import { join } from 'node:path';

import { translateTelemetryEnv, type TranslatedTelemetry } from '@gym/telemetry-env';

import { loadConfig, type DemoConfig } from '../config/load-config.ts';
import type { Env } from '../config/resolve-env-references.ts';
import { DemoError } from '../demo-error.ts';
import { openRows, type RowFile } from '../rollouts/open-rows.ts';
import { agentOf, planRollouts, type PlannedRollout } from '../rollouts/plan-rollouts.ts';
import { readTasks } from '../rollouts/read-tasks.ts';
import { readDoneRollouts } from '../rollouts/resume.ts';
import { openSpanSource } from '../spans/open-span-source.ts';
import { describeDestination, spanDestination } from '../spans/span-destination.ts';
import type { SpanSource } from '../spans/span-source.ts';
import { makeRunFolder } from './make-run-folder.ts';
import type { DemoOptions } from './parse-options.ts';

/** Everything a run needs, checked before any server starts. */
export interface PreparedRun {
  readonly config: DemoConfig;
  /** To be closed at the end. */
  readonly spans: SpanSource;
  readonly telemetry: TranslatedTelemetry;
  readonly runFolder: string;
  readonly outputFile: string;
  readonly output: RowFile;
  readonly concurrency: number;
  /** What is left to run. */
  readonly rollouts: readonly PlannedRollout[];
  readonly alreadyDone: number;
  /** Rows of the input that cannot run; they make the run fail at its end. */
  readonly problems: readonly string[];
  readonly warnings: readonly string[];
}

function findAgentProblem(rollout: PlannedRollout, config: DemoConfig): string | undefined {
  const wanted = agentOf(rollout.request);
  const agents = config.servers.filter((server) => server.type === 'responses_api_agents').map((server) => server.name);
  if (wanted === undefined || agents.includes(wanted)) return undefined;
  return `task ${rollout.key.taskIndex}: agent_ref names ${JSON.stringify(wanted)}; agents are ${agents.join(', ')}`;
}

/**
 * Reads configuration and tasks, opens the output, finds what is left of an interrupted one, and starts the viewer where
 * spans go to it.
 *
 * @throws {@link DemoError} for whatever makes a run impossible.
 */
export async function prepareRun(
  options: DemoOptions,
  env: Env,
  warn: (message: string) => void,
): Promise<PreparedRun> {
  const config = await loadConfig(options.config, env);
  const destination = spanDestination(config.telemetry, env);
  if (options.view && destination.kind !== 'viewer') {
    const to = describeDestination(destination);
    throw new DemoError('usage', `--view shows what comes to the demo's viewer; telemetry here: ${to}`);
  }
  const { problems, tasks } = await readTasks(options.input, options.limit);
  const planned = planRollouts(tasks, options.numRepeats, options.seed);
  const agentProblems = new Set(
    planned.map((rollout) => findAgentProblem(rollout, config)).filter((found) => found !== undefined),
  );
  const runnable = planned.filter((rollout) => findAgentProblem(rollout, config) === undefined);
  const runFolder = await makeRunFolder(options.runFolder, new Date());
  const outputFile = options.output ?? join(runFolder, 'rollouts.jsonl');
  const done = await readDoneRollouts(outputFile, planned);
  const output = await openRows(outputFile);
  const spans = await openSpanSource(destination, config.telemetry, env, warn);
  return {
    config,
    spans,
    telemetry: translateTelemetryEnv(spans.block, env),
    runFolder,
    outputFile,
    output,
    concurrency: options.concurrency,
    rollouts: runnable.filter((rollout) => !done.ids.has(rollout.id)),
    alreadyDone: planned.filter((rollout) => done.ids.has(rollout.id)).length,
    problems: [...problems, ...agentProblems],
    warnings: [...config.warnings, ...done.warnings],
  };
}
