import type { LostItems } from '../pipeline/sender.ts';
import { readJsonPartialSuccess } from './read-answer.ts';

const marker = 'Received Partial Success response:';

/**
 * Picks up the partial success that OpenTelemetry's exporters report to the diag logger and to nobody else.
 *
 * One export is on its way at a time, so what was heard since the last `take` belongs to the one that just ended.
 */
export class PartialSuccesses {
  #lost: LostItems | undefined;

  /** Hears a diag line; `true` when it was a partial success, which is then no line for the log. */
  hear(message: string, details: readonly unknown[]): boolean {
    const text = [message, ...details].map(String).join(' ');
    const position = text.indexOf(marker);
    if (position === -1) return false;
    this.#lost = readJsonPartialSuccess(`{"partialSuccess":${text.slice(position + marker.length)}}`);
    return true;
  }

  /** The partial success heard since the last call. */
  take(): LostItems | undefined {
    const lost = this.#lost;
    this.#lost = undefined;
    return lost;
  }
}
