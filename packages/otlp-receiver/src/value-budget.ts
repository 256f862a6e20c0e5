import { tooLarge } from './malformed.ts';

/** Deepest nesting of messages in a request, as in the protobuf libraries. */
export const maxDepth = 100;

/** Most messages and list elements in one request: a few bytes on the wire may become a hundred in memory. */
const maxValues = 2_000_000;

/** Counts what one request makes of its bytes, so that a small body cannot fill the memory. */
export interface ValueBudget {
  /** Takes one value; throws `PAYLOAD_TOO_LARGE` when none is left. */
  take(): void;
}

/** Creates the budget of one request. */
export function createValueBudget(limit: number = maxValues): ValueBudget {
  let left = limit;
  return {
    take(): void {
      left -= 1;
      if (left < 0) throw tooLarge(`expected at most ${limit} values in a request`);
    },
  };
}
