import type { AnalyzedRollout, SpanNode } from '@gym/trace-analysis';

import { categoryColours } from './category-colours.ts';
import { formatDuration } from './format-duration.ts';
import { html } from './html.ts';
import type { Markup } from './html.ts';

const maxRows = 300;

/** A rollout's spans as bars, the critical path in the colour of what was waited for; at most 300 spans. */
export function htmlWaterfall(rollout: AnalyzedRollout): Markup {
  const colours = new Map(rollout.path.segments.map(({ node, category }) => [node, categoryColours[category]]));
  const rows = rollout.nodes.slice(0, maxRows).map((node) => drawRow(node, rollout, colours));
  const left = rollout.nodes.length - rows.length;
  const rest = left > 0 ? html`<p>${left} more spans are not shown.</p>` : html``;
  return html`<div class="waterfall">${rows}</div>
    ${rest}`;
}

function drawRow(node: SpanNode, rollout: AnalyzedRollout, colours: ReadonlyMap<SpanNode, string>): Markup {
  const total = Math.max(1, Number(rollout.durationNs));
  const percent = (ns: bigint): number => Math.min(100, Math.max(0, (Number(ns) / total) * 100));
  const left = percent(node.startNs - rollout.startNs);
  const width = Math.max(0.1, Math.min(100 - left, percent(node.endNs - node.startNs)));
  const indent = Math.min(12, node.depth - rollout.root.depth);
  const colour = colours.get(node) ?? 'var(--off)';
  const mark = node.span.status === 'ERROR' ? 'error' : '';
  return html`<div class="${mark}">
    <b style="padding-left:${indent * 8}px">${node.server} · ${node.span.name}</b
    ><span><i style="left:${left.toFixed(2)}%;width:${width.toFixed(2)}%;background:${colour}"></i></span
    ><em>${formatDuration(node.endNs - node.startNs)}</em>
  </div>`;
}
