/** The indexes of the rows that are not under a collapsed one; `collapsed` holds indexes. One pass, for any depth. */
export function visibleRows(depths: readonly number[], collapsed: ReadonlySet<number>): number[] {
  const visible: number[] = [];
  let hiddenBelow = Number.POSITIVE_INFINITY;
  for (const [at, depth] of depths.entries()) {
    if (depth > hiddenBelow) continue;
    hiddenBelow = collapsed.has(at) ? depth : Number.POSITIVE_INFINITY;
    visible.push(at);
  }
  return visible;
}
