import { setTimeout as sleep } from 'node:timers/promises';

import type { RecordedSpan, Recording } from './record-telemetry.ts';

const limitMs = 5000;

/**
 * The spans that end until `enough` says so: a response may reach the client before the server closes it. After 5 s it
 * throws with the names it has.
 */
export async function takeSpansUntil(
  recording: Recording,
  enough: (spans: readonly RecordedSpan[]) => boolean,
): Promise<RecordedSpan[]> {
  const spans: RecordedSpan[] = [];
  for (const endAt = Date.now() + limitMs; ; await sleep(2)) {
    spans.push(...(await recording.takeSpans()));
    if (enough(spans)) return spans;
    if (Date.now() > endAt) throw new Error(`not enough spans: ${spans.map(({ name }) => name).join(', ')}`);
  }
}
