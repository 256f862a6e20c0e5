#!/usr/bin/env node
import { parseOptions } from './cli/parse-options.ts';
import { runDemo } from './cli/run-demo.ts';
import { createTerminal } from './cli/terminal.ts';
import { isDemoError } from './demo-error.ts';
import { createPaint } from './report/paint.ts';

// The reader of a pipe may have enough (`| head`): the run goes on without it.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

try {
  const options = parseOptions(process.argv.slice(2));
  const terminal = createTerminal(process.stdout, process.stderr, createPaint, Boolean(process.env['NO_COLOR']));
  if (options) await runDemo(options, process.env, terminal);
} catch (error) {
  process.stderr.write(`${isDemoError(error) ? `error: ${error.message}` : String((error as Error).stack ?? error)}\n`);
  process.exitCode = isDemoError(error) ? error.exitCode : 1;
}
