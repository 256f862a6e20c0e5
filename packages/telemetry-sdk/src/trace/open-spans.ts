import type { RecordingSpan } from './recording-span.ts';

/**
 * The spans that have not ended, so that shutdown can end them: a ring through the spans themselves, since a `Set` costs
 * more than the rest of a span's end.
 */
export class OpenSpans {
  #first: RecordingSpan | undefined;

  add(span: RecordingSpan): void {
    const first = this.#first;
    if (first) {
      span.next = first;
      first.previous = span;
    }
    this.#first = span;
  }

  remove(span: RecordingSpan): void {
    const { next, previous } = span;
    if (next) next.previous = previous;
    if (previous) previous.next = next;
    else if (this.#first === span) this.#first = next;
    // A span that waits for its export must not hold on to others.
    span.next = undefined;
    span.previous = undefined;
  }

  /**
   * Ends every open span with attribute `nemo.span.truncated: true` and an event of that name that carries
   * `nemo.span.truncated.reason`; status untouched. Children end before their parents. Returns how many.
   * Source: contract section 5, NeMo Lens.
   */
  endAll(reason: string): number {
    let count = 0;
    for (let span = this.#first; span; span = this.#first) {
      span.setAttribute('nemo.span.truncated', true);
      span.addEvent('nemo.span.truncated', { 'nemo.span.truncated.reason': reason });
      span.end();
      count += 1;
    }
    return count;
  }
}
