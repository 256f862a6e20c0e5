/** Puts the texts of a stream together, up to a number of characters in all; with 0 no text is kept. */
export class TextBudget {
  #left: number;

  constructor(maxChars: number) {
    this.#left = maxChars;
  }

  /** `before` with the part of `more` that still fits; what is no text counts as none. */
  append(before: unknown, more: unknown): string {
    const start = typeof before === 'string' ? before : '';
    if (typeof more !== 'string' || this.#left <= 0) return start;
    const part = more.slice(0, this.#left);
    this.#left -= part.length;
    return start + part;
  }
}
