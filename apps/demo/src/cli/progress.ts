import ora from 'ora';

import type { CollectedRollout } from '../rollouts/collect.ts';
import type { Terminal } from './terminal.ts';

const barWidth = 30;

/** Shows how far a collection is. */
export interface Progress {
  advance(collected: CollectedRollout): void;
  end(): void;
}

/** A bar that is redrawn on a terminal, and a plain line at each tenth elsewhere. Failed rollouts are named as they come. */
export function startProgress(total: number, terminal: Terminal): Progress {
  const { paint } = terminal;
  let done = 0;
  let right = 0;
  const counts = (): string => `${String(done).padStart(String(total).length)}/${total} rollouts, ${right} right`;
  const bar = (): string => {
    const filled = Math.round((barWidth * done) / total);
    return `${paint.good('━'.repeat(filled))}${paint.dim('━'.repeat(barWidth - filled))} ${counts()}`;
  };
  // Standard input stays untouched: Ctrl-C is the supervisor's to handle.
  const spinner = terminal.interactive
    ? ora({ text: bar(), stream: process.stdout, discardStdin: false }).start()
    : undefined;
  return {
    advance(collected) {
      done += 1;
      if (collected.ok && collected.result.reward >= 1) right += 1;
      if (!collected.ok) {
        spinner?.clear();
        terminal.warn(paint.bad(`rollout ${collected.rollout.id} failed: ${collected.error}`));
      }
      const tenth = Math.floor((10 * done) / total);
      if (spinner) spinner.text = bar();
      else if (tenth > Math.floor((10 * (done - 1)) / total)) terminal.line(counts());
    },
    end: () => void spinner?.stop(),
  };
}
