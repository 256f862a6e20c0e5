#!/usr/bin/env node
import { CommanderError } from 'commander';

import { createProgram } from './cli/create-program.ts';
import { createTerminal } from './cli/terminal.ts';
import { isViewerError } from './viewer-error.ts';

// The reader of a pipe may have enough (`| head`): that is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

try {
  const terminal = createTerminal(process.stdout, process.stderr, Boolean(process.env['NO_COLOR']));
  const program = createProgram(terminal, (code) => {
    process.exitCode = code;
  });
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2;
  else if (isViewerError(error) || isStoreError(error)) {
    process.stderr.write(`error: ${error.message}\n`);
    process.exitCode = isViewerError(error) ? error.exitCode : 2;
  } else throw error;
}

/** By name: the store's package, a native module, is loaded by the commands that need it only. */
function isStoreError(value: unknown): value is Error {
  return value instanceof Error && value.name === 'TraceStoreError';
}
