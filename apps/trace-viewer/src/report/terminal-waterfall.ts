import type { AnalyzedRollout, SpanNode } from '@gym/trace-analysis';

import { formatDuration } from './format-duration.ts';
import { fitText } from './plain-text.ts';

/** What of a rollout to draw. */
export interface WaterfallOptions {
  /** Characters in a line. */
  readonly columns: number;
  /** Most lines of spans; the shortest spans are left out, and counted in a last line. */
  readonly maxRows: number;
}

/**
 * Draws a rollout as lines: server, span, bar, duration. `#` is a span on the critical path, `=` one off it, `!` before
 * the duration an error.
 */
export function terminalWaterfall(rollout: AnalyzedRollout, options: WaterfallOptions): string[] {
  const { columns, maxRows } = options;
  const critical = new Set(rollout.path.segments.map(({ node }) => node));
  const rows = pickRows(rollout, critical, maxRows);
  const serverWidth = Math.min(16, Math.max(...rows.map(({ server }) => server.length)));
  const nameWidth = Math.floor((columns - serverWidth) * 0.4);
  const barWidth = Math.max(10, columns - serverWidth - nameWidth - 13);
  const lines = rows.map((node) => {
    const depth = Math.min(node.depth - rollout.root.depth, 12);
    const name = fitText(`${' '.repeat(depth)}${node.span.name}`, nameWidth);
    const bar = drawBar(node, rollout, { width: barWidth, mark: critical.has(node) ? '#' : '=' });
    const error = node.span.status === 'ERROR' ? '!' : ' ';
    return `${fitText(node.server, serverWidth)} ${name} ${bar} ${error}${formatDuration(node.endNs - node.startNs).padStart(8)}`;
  });
  const left = rollout.nodes.length - rows.length;
  return left === 0 ? lines : [...lines, `(${left} shorter spans are not shown)`];
}

function pickRows(rollout: AnalyzedRollout, critical: ReadonlySet<SpanNode>, maxRows: number): readonly SpanNode[] {
  if (rollout.nodes.length <= maxRows) return rollout.nodes;
  const weight = (node: SpanNode): number =>
    Number(node.endNs - node.startNs) * (critical.has(node) || node.span.status === 'ERROR' ? 2 : 1);
  const kept = new Set([...rollout.nodes].sort((a, b) => weight(b) - weight(a)).slice(0, maxRows));
  return rollout.nodes.filter((node) => kept.has(node));
}

interface Bar {
  readonly width: number;
  readonly mark: string;
}

function drawBar(node: SpanNode, { startNs, durationNs }: AnalyzedRollout, { width, mark }: Bar): string {
  const total = Math.max(1, Number(durationNs));
  const place = (ns: bigint): number => Math.min(width, Math.max(0, (Number(ns - startNs) / total) * width));
  const from = Math.min(width - 1, Math.floor(place(node.startNs)));
  const to = Math.max(from + 1, Math.ceil(place(node.endNs)));
  return `${' '.repeat(from)}${mark.repeat(to - from)}`.padEnd(width);
}
