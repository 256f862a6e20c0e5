import { nodesUnder } from '../assemble/nodes-under.ts';
import type { SpanNode } from '../assemble/trace.ts';
import { classifyNodes } from '../path/classify-nodes.ts';
import type { NodeClass } from '../path/classify-nodes.ts';
import { splitGap } from '../path/split-gap.ts';
import { pathOf } from '../path/work-of.ts';
import type { WhatIfChanges } from './what-if.ts';

/** A rollout's duration in nanoseconds under changed conditions. */
export interface Replay {
  readonly durationNs: number;
  readonly hasRetry: boolean;
}

interface Replaying {
  readonly changes: WhatIfChanges;
  readonly classes: ReadonlyMap<SpanNode, NodeClass>;
  /** New durations of the spans done so far, as factors of the recorded ones. */
  readonly factors: Map<SpanNode, number>;
}

/** A child within its parent, and where it comes to lie; nanoseconds after the parent's start. */
interface Piece {
  readonly node: SpanNode;
  readonly start: number;
  readonly end: number;
  newEnd: number;
}

/** Replays one tree of spans, innermost first. */
export function replayRollout(root: SpanNode, changes: WhatIfChanges): Replay {
  const classes = classifyNodes(root);
  const replaying = { changes, classes, factors: new Map<SpanNode, number>() };
  const nodes = nodesUnder(root);
  let durationNs = 0;
  for (const node of nodes.toReversed()) {
    durationNs = replayNode(node, replaying);
    const recorded = Number(node.endNs - node.startNs);
    replaying.factors.set(node, recorded === 0 ? 1 : durationNs / recorded);
  }
  return { durationNs, hasRetry: nodes.some((node) => classes.get(node)?.previousTry !== undefined) };
}

function replayNode(node: SpanNode, replaying: Replaying): number {
  const isRetryOff = replaying.changes.retries === 'off';
  const pieces = piecesOf(node);
  const byEnd = pieces.map((_, order) => order).sort((a, b) => pieces[a]!.end - pieces[b]!.end || a - b);
  const pieceOf = new Map(pieces.map((piece) => [piece.node, piece]));
  let ended = 0;
  let before: Piece | undefined;
  let [lastEnd, newLastEnd] = [0, 0];
  for (const [order, piece] of pieces.entries()) {
    for (; byEnd[ended]! < order && pieces[byEnd[ended]!]!.end <= piece.start; ended += 1)
      before = pieces[byEnd[ended]!];
    const from = before ?? { end: 0, newEnd: 0 };
    const dropped = isRetryOff ? replaying.classes.get(piece.node)?.previousTry : undefined;
    const gap = { from: from.end, to: piece.start, next: piece.node };
    const length = (piece.end - piece.start) * replaying.factors.get(piece.node)!;
    piece.newEnd = from.newEnd + gapLength(node, gap, replaying) + length;
    if (dropped !== undefined) piece.newEnd = pieceOf.get(dropped)?.newEnd ?? from.newEnd;
    lastEnd = Math.max(lastEnd, piece.end);
    newLastEnd = Math.max(newLastEnd, piece.newEnd);
  }
  const tail = { from: lastEnd, to: Number(node.endNs - node.startNs), next: undefined };
  return newLastEnd + gapLength(node, tail, replaying);
}

/** The children as far as they lie within their parent, by start, then end. */
function piecesOf(node: SpanNode): Piece[] {
  const duration = Number(node.endNs - node.startNs);
  return node.children
    .map((child) => {
      const start = Math.max(0, Number(child.startNs - node.startNs));
      return { node: child, start, end: Math.min(duration, Number(child.endNs - node.startNs)), newEnd: 0 };
    })
    .filter(({ start, end }) => start <= end)
    .sort((a, b) => a.start - b.start || a.end - b.end);
}

interface Gap {
  readonly from: number;
  readonly to: number;
  readonly next: SpanNode | undefined;
}

function gapLength(node: SpanNode, { from, to, next }: Gap, { changes, classes }: Replaying): number {
  if (to <= from) return 0;
  const window = { node, startNs: node.startNs + BigInt(from), endNs: node.startNs + BigInt(to) };
  const own = classes.get(node)!;
  const tool = own.tool ?? pathOf(node.span).replace(/^\//, '');
  let length = 0;
  for (const { category, startNs, endNs } of splitGap(window, next, classes)) {
    const toolFactor = Object.hasOwn(changes.tools ?? {}, tool) ? changes.tools?.[tool] : changes.toolFactor;
    const factor = category === 'tool' ? toolFactor : category === 'model' ? changes.modelFactor : undefined;
    length += Number(endNs - startNs) * (factor ?? 1);
  }
  return length;
}
