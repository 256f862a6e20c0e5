import { analyzeSpans, whatIf } from '@gym/trace-analysis';
import type { WhatIf } from '@gym/trace-analysis';

import { readLogs } from '../input/read-logs.ts';
import { compareOutlooks } from '../report/compare-outlooks.ts';
import { formatShare } from '../report/format-duration.ts';
import { formatTable } from '../report/format-table.ts';
import { plainText } from '../report/plain-text.ts';
import { ViewerError } from '../viewer-error.ts';
import type { Terminal } from './terminal.ts';

/** Options of `gym-trace what-if`: factors, 0.5 is twice as fast. */
export interface WhatIfOptions {
  readonly run?: string | undefined;
  readonly model?: number | undefined;
  readonly tools?: number | undefined;
  readonly tool?: Readonly<Record<string, number>> | undefined;
  readonly concurrency?: number | undefined;
  /** `--no-retries` makes it false. */
  readonly retries: boolean;
}

/** Replays recorded rollouts under changed conditions and prints what would have been. */
export function printWhatIf(logs: readonly string[], options: WhatIfOptions, terminal: Terminal): void {
  const { concurrency, model, retries, run, tool, tools } = options;
  if ([model, tools, tool, concurrency].every((given) => given === undefined) && retries)
    throw new ViewerError('nothing to change; give --model, --tools, --tool, --concurrency or --no-retries');
  const { rollouts } = analyzeSpans(readLogs(logs, terminal, { run }));
  const known = new Set(
    rollouts.flatMap(({ calls }) => calls.filter(({ kind }) => kind === 'tool').map(({ name }) => name)),
  );
  const unknown = Object.keys(tool ?? {}).find((name) => !known.has(name));
  if (unknown !== undefined)
    throw new ViewerError(`no tool ${unknown} was called; the logs have ${[...known].sort().join(', ') || 'none'}`);
  const result = whatIf(rollouts, {
    modelFactor: model,
    toolFactor: tools,
    tools: tool,
    concurrencyFactor: concurrency,
    retries: retries ? undefined : 'off',
  });
  for (const text of tableOf(result)) terminal.line(text);
  if (!retries) terminal.line(`\n${result.neededRetry} of ${rollouts.length} rollouts needed a second try`);
  terminal.line(terminal.paint.dim(`\nassumed: ${plainText(result.assumptions.join('; '))}`));
}

function tableOf(result: WhatIf): string[] {
  const rows = compareOutlooks(result).map(({ after, before, change, name }) => {
    const sign = change !== undefined && change > 0 ? '+' : '';
    return [name, before, after, change === undefined ? '' : `${sign}${formatShare(change)}`];
  });
  return formatTable([['', 'recorded', 'what if', 'change'], ...rows], [0]);
}
