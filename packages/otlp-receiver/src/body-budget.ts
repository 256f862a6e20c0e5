/** Counts the bytes of request bodies that are held at once, of all connections together. */
export interface BodyBudget {
  /** Takes bytes; false, with nothing taken, when there would be too many. One body alone is always let in. */
  take(bytes: number): boolean;
  give(bytes: number): void;
  /** Runs one after the other what makes bodies larger, so that many small compressed ones cannot be large at once. */
  inTurn<T>(inflate: () => Promise<T>): Promise<T>;
}

/** Makes a budget of `maxBytes`. */
export function createBodyBudget(maxBytes: number): BodyBudget {
  let taken = 0;
  let turn: Promise<unknown> = Promise.resolve();
  return {
    take(bytes) {
      if (taken > 0 && taken + bytes > maxBytes) return false;
      taken += bytes;
      return true;
    },
    give(bytes) {
      taken -= bytes;
    },
    inTurn(inflate) {
      const result = turn.then(inflate);
      turn = result.catch(() => {});
      return result;
    },
  };
}
