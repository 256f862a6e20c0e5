import { analyzeSpans } from '@gym/trace-analysis';
import type { Hop } from '@gym/trace-analysis';

import { checkPropagation } from '../check/check-propagation.ts';
import { readLogs } from '../input/read-logs.ts';
import { plainText } from '../report/plain-text.ts';
import type { Terminal } from './terminal.ts';

/** Options of `gym-trace verify`. */
export interface VerifyOptions {
  readonly run?: string | undefined;
  /** How many rollouts there must be. */
  readonly rollouts?: number | undefined;
  /** Hops each rollout must have; default what most rollouts of the logs have. */
  readonly hop?: readonly Hop[] | undefined;
}

const maxLines = 20;

/** Runs the propagation check and prints what it found; resolves with the exit code, 1 when a rollout is not whole. */
export function verify(logs: readonly string[], options: VerifyOptions, terminal: Terminal): 0 | 1 {
  const spans = readLogs(logs, terminal, options);
  const analysis = analyzeSpans(spans, { expectedHops: options.hop });
  const check = checkPropagation(analysis, { rollouts: options.rollouts });
  const { paint } = terminal;
  const problems = check.findings.filter(({ severity }) => severity === 'problem');
  const notes = check.findings.filter(({ severity }) => severity === 'note');
  for (const [list, mark] of [
    [problems, paint.bad('problem')],
    [notes, paint.dim('note')],
  ] as const) {
    for (const { rolloutId, message } of list.slice(0, maxLines))
      terminal.line(`${mark}  ${rolloutId === '' ? '' : `rollout ${plainText(rolloutId)}: `}${plainText(message)}`);
    if (list.length > maxLines) terminal.line(`${mark}  and ${list.length - maxLines} more`);
  }
  const hops = analysis.shape.hops.map(({ server, name }) => (name === undefined ? server : `${server} ${name}`));
  terminal.line(`hops      ${plainText(hops.join(', ')) || 'none known'}`);
  const counts = `${check.rollouts} rollouts, ${check.traces} traces, ${check.spans} spans`;
  if (check.isWhole) terminal.line(`${paint.good('verified')}  ${counts}; each rollout is one whole trace`);
  else terminal.line(`${paint.bad('failed')}    ${counts}; ${problems.length} problems`);
  return check.isWhole ? 0 : 1;
}
