import { analyzeSpans, whatIf } from '@gym/trace-analysis';
import type { Outlook, WhatIf } from '@gym/trace-analysis';

import { readLogs } from '../input/read-logs.ts';
import { formatMs } from '../report/format-duration.ts';
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

const rows: readonly (readonly [string, (outlook: Outlook) => number, (value: number) => string])[] = [
  ['run', ({ wallMs }) => wallMs, formatMs],
  ['rollouts per minute', ({ rolloutsPerMinute }) => rolloutsPerMinute, (value) => value.toFixed(1)],
  ['rollout p50', ({ rollouts }) => rollouts.p50Ms, formatMs],
  ['rollout p95', ({ rollouts }) => rollouts.p95Ms, formatMs],
  ['rollout p99', ({ rollouts }) => rollouts.p99Ms, formatMs],
];

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

function tableOf({ after, before }: WhatIf): string[] {
  const lines = rows.map(([name, read, format]) => {
    const [from, to] = [read(before), read(after)];
    const change = from === 0 ? '' : `${to > from ? '+' : ''}${((to / from - 1) * 100).toFixed(1)} %`;
    return [name, format(from), format(to), change];
  });
  return formatTable([['', 'recorded', 'what if', 'change'], ...lines], [0]);
}
