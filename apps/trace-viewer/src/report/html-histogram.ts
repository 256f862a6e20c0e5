import { durationHistogram } from './duration-histogram.ts';
import { formatMs } from './format-duration.ts';
import { html } from './html.ts';
import type { Markup } from './html.ts';

/** Durations (milliseconds) as bars, the slowest 5 % in another colour. */
export function htmlHistogram(durationsMs: readonly number[]): Markup {
  const { counts, maxMs, tailFrom } = durationHistogram(durationsMs);
  const most = Math.max(1, ...counts);
  const bars = counts.map(
    (count, at) =>
      html`<i
        class="${at >= tailFrom ? 'tail' : ''}"
        style="height:${((count / most) * 100).toFixed(1)}%"
        title="${count} rollouts"
      ></i>`,
  );
  return html`<div class="histogram">${bars}</div>
    <p class="axis"><span>0</span><span>${formatMs(maxMs)}</span></p>`;
}
