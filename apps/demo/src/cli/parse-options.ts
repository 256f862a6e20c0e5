import { fileURLToPath } from 'node:url';

import { Command, CommanderError, InvalidArgumentError } from 'commander';

import { DemoError } from '../demo-error.ts';

/** What the command line asks for; `output` and `runFolder` have defaults that depend on the run. */
export interface DemoOptions {
  readonly input: string;
  readonly output: string | undefined;
  readonly runFolder: string | undefined;
  readonly config: string;
  readonly limit: number | undefined;
  readonly numRepeats: number;
  readonly concurrency: number;
  readonly seed: number;
  readonly view: boolean;
}

function shipped(name: string): string {
  return fileURLToPath(new URL(`../../${name}`, import.meta.url));
}

function atLeast(min: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() !== '' && Number.isSafeInteger(value) && value >= min) return value;
    throw new InvalidArgumentError(`expected an integer of at least ${min}, received ${JSON.stringify(text)}`);
  };
}

function createCommand(): Command {
  return new Command('gym-demo')
    .description(
      'Runs a fleet of gym servers, collects rollouts for a file of tasks and verifies that each is one whole trace.',
    )
    .option('--input <file>', 'tasks, JSON lines of responses_create_params (default: the 49 tasks of the demo)')
    .option(
      '--output <file>',
      'results, JSON lines; one that is there is resumed (default: rollouts.jsonl in the run folder)',
    )
    .option('--run-folder <folder>', 'where the logs go (default: a new folder in runs/)')
    .option('--config <file>', 'YAML with the telemetry block and the servers (default: gym.yaml of the demo)')
    .option('--limit <n>', 'take the first n tasks', atLeast(1))
    .option('--num-repeats <n>', 'rollouts of each task', atLeast(1), 1)
    .option('--concurrency <n>', 'rollouts at a time', atLeast(1), 8)
    .option('--seed <n>', 'what the embedded policy gets right and wrong', atLeast(0), 1)
    .option('--view', 'show the run in a web page, live and afterwards, until Ctrl-C')
    .allowExcessArguments(false)
    .exitOverride();
}

interface GivenOptions {
  readonly input?: string;
  readonly output?: string;
  readonly runFolder?: string;
  readonly config?: string;
  readonly limit?: number;
  readonly numRepeats: number;
  readonly concurrency: number;
  readonly seed: number;
  readonly view?: boolean;
}

/**
 * Reads the command line (without node and program); `undefined` when only help was asked for, which is printed.
 *
 * @throws {@link DemoError} `usage`; commander has printed what is wrong.
 */
export function parseOptions(args: readonly string[]): DemoOptions | undefined {
  const command = createCommand();
  try {
    command.parse([...args], { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return undefined;
    throw new DemoError('usage', 'see --help', { cause: error });
  }
  const given = command.opts<GivenOptions>();
  return {
    input: given.input ?? shipped('data/tasks.jsonl'),
    output: given.output,
    runFolder: given.runFolder,
    config: given.config ?? shipped('gym.yaml'),
    limit: given.limit,
    numRepeats: given.numRepeats,
    concurrency: given.concurrency,
    seed: given.seed,
    view: given.view ?? false,
  };
}
