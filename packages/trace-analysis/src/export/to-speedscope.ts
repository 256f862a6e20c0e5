import type { AnalyzedRollout } from '../analyze-spans.ts';
import type { SpanNode } from '../assemble/trace.ts';
import { spanLabel } from '../fleet/span-label.ts';

/** Frames shown of a deep stack: the innermost ones. */
const maxFrames = 128;

/**
 * Rollouts' critical paths as a speedscope file (speedscope.app): one profile of all rollouts together, then one each; a
 * stack is the spans from the rollout down to who was waited for, with the category as its last frame. Weights are
 * nanoseconds and sum to the rollouts' durations.
 */
export function toSpeedscope(rollouts: readonly AnalyzedRollout[], name = 'rollouts'): string {
  const frames = new Map<string, number>();
  const frameOf = (label: string): number => {
    let frame = frames.get(label);
    if (frame === undefined) frames.set(label, (frame = frames.size));
    return frame;
  };
  const each = rollouts.map(({ id, root, path }) => {
    const samples = path.segments.map(({ node, category }) => [
      ...stackOf(node, root).map(frameOf),
      frameOf(`[${category}]`),
    ]);
    const weights = path.segments.map(({ startNs, endNs }) => Number(endNs - startNs));
    return profile(id, samples, weights);
  });
  const all = profile(
    'all rollouts',
    each.flatMap(({ samples }) => samples),
    each.flatMap(({ weights }) => weights),
  );
  return JSON.stringify({
    $schema: 'https://www.speedscope.app/file-format-schema.json',
    exporter: '@gym/trace-analysis',
    name,
    activeProfileIndex: 0,
    profiles: [all, ...each],
    shared: { frames: [...frames.keys()].map((label) => ({ name: label })) },
  });
}

interface Profile {
  readonly type: 'sampled';
  readonly name: string;
  readonly unit: 'nanoseconds';
  readonly startValue: 0;
  readonly endValue: number;
  readonly samples: readonly (readonly number[])[];
  readonly weights: readonly number[];
}

function profile(name: string, samples: readonly (readonly number[])[], weights: readonly number[]): Profile {
  const endValue = weights.reduce((sum, weight) => sum + weight, 0);
  return { type: 'sampled', name, unit: 'nanoseconds', startValue: 0, endValue, samples, weights };
}

function stackOf(node: SpanNode, root: SpanNode): string[] {
  const stack: string[] = [];
  for (let at: SpanNode | undefined = node; at !== undefined && stack.length < maxFrames; at = at.parent) {
    stack.push(`${at.server}: ${spanLabel(at)}`);
    if (at === root) break;
  }
  return stack.toReversed();
}
