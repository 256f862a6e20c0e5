import type { SpanRecord } from '@gym/trace-analysis';
import type { TraceStore } from '@gym/trace-store';

const batchSpans = 5000;

/** Inserts spans batch by batch, each when the one before is committed. */
export async function insertInBatches(
  store: Pick<TraceStore, 'insertSpans'>,
  spans: readonly SpanRecord[],
): Promise<void> {
  for (let at = 0; at < spans.length; at += batchSpans) await store.insertSpans(spans.slice(at, at + batchSpans));
}
