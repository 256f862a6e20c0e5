#!/usr/bin/env node
import { createTerminal } from '@gym/trace-viewer';

import { parseOptions } from './cli/parse-options.ts';
import { runDemo } from './cli/run-demo.ts';
import { isDemoError } from './demo-error.ts';

const { stderr, stdout } = process;

// The reader of a pipe may have enough (`| head`): the run goes on without it.
stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

try {
  const options = parseOptions(process.argv.slice(2));
  const terminal = createTerminal(stdout, stderr, Boolean(process.env['NO_COLOR']));
  if (options) {
    process.exitCode = await runDemo(options, process.env, { ...terminal, interactive: stdout.isTTY });
  }
} catch (error) {
  stderr.write(`${isDemoError(error) ? `error: ${error.message}` : String((error as Error).stack ?? error)}\n`);
  process.exitCode = isDemoError(error) ? error.exitCode : 1;
}
