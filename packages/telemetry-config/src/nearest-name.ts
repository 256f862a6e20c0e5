/** Edits (insert, delete, replace) between two words. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replace = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replace, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row[b.length]!;
}

/** The candidate that `name` most likely means, or `undefined` when none is near (a third of its letters at most). */
export function nearestName(name: string, candidates: readonly string[]): string | undefined {
  const bare = (text: string): string => text.slice(0, 64).toLowerCase().replace(/[_-]/g, '');
  let best: { readonly name: string; readonly distance: number } | undefined;
  for (const candidate of candidates) {
    const distance = editDistance(bare(name), bare(candidate));
    if (distance <= candidate.length / 3 && distance < (best?.distance ?? Infinity))
      best = { name: candidate, distance };
  }
  return best?.name;
}
