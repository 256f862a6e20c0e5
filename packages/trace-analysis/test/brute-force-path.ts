import type { SpanNode } from '@gym/trace-analysis';

/**
 * Says for each nanosecond of a tree which span the rollout waited for, one nanosecond at a time from the end, by the
 * definition alone: written apart from `criticalPath`, for small times only.
 */
export function bruteForceOwners(root: SpanNode): SpanNode[] {
  const owners: SpanNode[] = [];
  const fill = (node: SpanNode, moments: readonly number[]): void => {
    let current: SpanNode | undefined;
    const inside = new Map<SpanNode, number[]>();
    for (const moment of moments.toReversed()) {
      if (current === undefined || Number(current.startNs) > moment) {
        current = undefined;
        for (const child of node.children) {
          const isRunning = Number(child.startNs) <= moment && moment < Number(child.endNs);
          if (isRunning && (current === undefined || isBetter(child, current))) current = child;
        }
      }
      if (current === undefined) owners[moment - Number(root.startNs)] = node;
      else inside.set(current, [moment, ...(inside.get(current) ?? [])]);
    }
    for (const [child, own] of inside) fill(child, own);
  };
  const length = Number(root.endNs - root.startNs);
  fill(
    root,
    Array.from({ length }, (_, at) => Number(root.startNs) + at),
  );
  return owners;
}

function isBetter(a: SpanNode, b: SpanNode): boolean {
  return a.endNs === b.endNs ? a.startNs < b.startNs : a.endNs > b.endNs;
}
