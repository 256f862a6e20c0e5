import type { Span, SpanProcessor } from '@opentelemetry/sdk-trace';

/** Keeps the recording spans that have not ended, so that shutdown can end them. Register it before the exporting processor. */
export class OpenSpanTracker implements SpanProcessor {
  readonly #open = new Set<unknown>();

  onStart(span: Span): void {
    this.#open.add(span);
  }

  onEnd(span: unknown): void {
    this.#open.delete(span);
  }

  /**
   * Ends every open span with attribute `nemo.span.truncated: true` and an event of that name that carries
   * `nemo.span.truncated.reason`; status untouched. Children end before their parents. Returns how many.
   * Source: contract section 5, NeMo Lens.
   */
  endAll(reason: string): number {
    const spans = ([...this.#open] as Span[]).toReversed();
    for (const span of spans) {
      span.setAttribute('nemo.span.truncated', true);
      span.addEvent('nemo.span.truncated', { 'nemo.span.truncated.reason': reason });
      span.end();
    }
    return spans.length;
  }

  forceFlush(): Promise<void> {
    return Promise.resolve();
  }

  shutdown(): Promise<void> {
    return Promise.resolve();
  }
}
