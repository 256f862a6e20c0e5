import { Command, Option } from 'commander';

import { diff } from './diff.ts';
import type { DiffCommandOptions } from './diff.ts';
import { exportFormats } from './export-formats.ts';
import type { ExportOptions } from './export.ts';
import type { ImportOptions } from './import.ts';
import { parseCount, parseFactor, parseHop, parsePort, parseShare, parseToolFactor } from './parse-values.ts';
import { report } from './report.ts';
import type { ReportOptions } from './report.ts';
import type { ServeOptions } from './serve.ts';
import type { Terminal } from './terminal.ts';
import { verify } from './verify.ts';
import type { VerifyOptions } from './verify.ts';
import { printWhatIf } from './what-if.ts';
import type { WhatIfOptions } from './what-if.ts';

const logsHelp = 'files, folders or patterns: console logs, OTLP JSON';

/** Builds the command line; `exit` hears the exit code of a command that ran. */
export function createProgram(terminal: Terminal, exit: (code: number) => void): Command {
  const program = new Command('gym-trace')
    .description('Receives, checks, reports and shows the traces of a fleet of gym servers.')
    .addHelpText('after', '\nExample: gym-trace report runs/<run> --html report.html')
    .showHelpAfterError('(--help says how)')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.line(text.trimEnd()),
      writeErr: (text) => terminal.warn(text.trimEnd()),
    });

  program
    .command('verify')
    .description('Check that each rollout is one trace with every hop in it. Exit code 0: it is, 1: not, 2: wrong use.')
    .argument('<logs...>', logsHelp)
    .option('--run <id>', 'only this run')
    .option('--rollouts <count>', 'how many rollouts there must be', parseCount(0))
    .option(
      '--hop <server[:span]>',
      'a hop every rollout must have; repeat (default: what most rollouts have)',
      parseHop,
    )
    .action((logs: string[], options: VerifyOptions) => exit(verify(logs, options, terminal)));

  program
    .command('report')
    .description('Say where rollout time goes and why the slow ones are slow.')
    .argument('<logs...>', logsHelp)
    .option('--run <id>', 'only this run')
    .option('--html <file>', 'write a self-contained HTML report, too')
    .option('--slowest <count>', 'slowest rollouts to explain', parseCount(0), 3)
    .option('--rows <count>', 'most lines of a waterfall', parseCount(1), 40)
    .option('--rollout <id>', 'only draw this rollout (rollout or trace id)')
    .action((logs: string[], options: ReportOptions) => report(logs, options, terminal));

  program
    .command('diff')
    .description('Compare two runs. Exit code 0: not worse, 1: worse, 2: wrong use, 3: too few rollouts to tell.')
    .argument('<before>', 'logs of one run: a file, folder or quoted pattern')
    .argument('<after>', 'logs of the other run')
    .option('--max-rise <share>', 'rise of a duration that is tolerated (default 0.1)', parseShare)
    .option('--confidence <share>', 'confidence of the intervals (default 0.95)', parseShare)
    .option('--min-rollouts <count>', 'fewest rollouts of each run for a verdict (default 10)', parseCount(1))
    .action((before: string, after: string, options: DiffCommandOptions) =>
      exit(diff([before, after], options, terminal)),
    );

  program
    .command('what-if')
    .description('Replay recorded rollouts with faster tools or models, more concurrency, or no retries.')
    .argument('<logs...>', logsHelp)
    .option('--run <id>', 'only this run')
    .option('--model <factor>', 'what model time is multiplied by; 0.5 is twice as fast', parseFactor)
    .option('--tools <factor>', 'the same for all tools', parseFactor)
    .option('--tool <name=factor>', 'the same for one tool; repeat', parseToolFactor)
    .option('--concurrency <factor>', 'rollouts in flight, as a multiple of what was recorded', parseFactor)
    .option('--no-retries', 'no request is repeated')
    .action((logs: string[], options: WhatIfOptions) => printWhatIf(logs, options, terminal));

  program
    .command('export')
    .description('Write spans for another tool: OTLP JSON, Perfetto / Chrome trace, speedscope, Parquet.')
    .argument('<logs...>', logsHelp)
    .addOption(new Option('-f, --format <format>', 'file format').choices(exportFormats).default('otlp'))
    .requiredOption('-o, --output <file>', 'file to write')
    .option('--run <id>', 'only this run')
    .action(async (logs: string[], options: ExportOptions) => {
      const { exportSpans } = await import('./export.ts');
      await exportSpans(logs, options, terminal);
    });

  program
    .command('import')
    .description('Add logs, OTLP JSON and Parquet files to a store on disk.')
    .argument('<files...>', `${logsHelp}, Parquet`)
    .requiredOption('--store <file>', 'DuckDB file; made when it is not there')
    .action(async (files: string[], options: ImportOptions) => {
      const { importSpans } = await import('./import.ts');
      await importSpans(files, options, terminal);
    });

  addServe(program, terminal);
  return program;
}

function addServe(program: Command, terminal: Terminal): void {
  program
    .command('serve')
    .description('Receive OTLP and show it in a web page, live.')
    .argument('[logs...]', `show these as well: ${logsHelp}`)
    .option('--port <port>', 'of the web page', parsePort, 4319)
    .option('--grpc-port <port>', 'of OTLP over gRPC', parsePort, 4317)
    .option('--http-port <port>', 'of OTLP over HTTP', parsePort, 4318)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--allow-remote', 'allow a --host that other machines can reach; the page has no login')
    .option('--token-env <name>', 'environment variable with the bearer token that senders of OTLP must show')
    .option(
      '--store <where>',
      '"memory", a DuckDB file, or clickhouse://user:password@host:8123/db (read only)',
      'memory',
    )
    .option('--max-size-mb <mb>', 'size of a DuckDB file; older runs go first', parseCount(1), 4096)
    .option('--max-age-days <days>', 'age of runs in a DuckDB file (default: any)', parseCount(1))
    .option('--max-spans <count>', 'spans kept in memory; older runs go first', parseCount(1000), 500_000)
    .action(async (logs: string[], options: ServeOptions) => {
      const { serve } = await import('./serve.ts');
      await serve(logs, options, terminal);
    });
}
