import type { ScopeGroup, ScopeLike } from './write-resource.ts';

/** Groups items by their instrumentation scope object, in order of first appearance. */
export function groupByScope<T extends { readonly instrumentationScope: ScopeLike }>(
  items: readonly T[],
): ScopeGroup<T>[] {
  const groups = new Map<ScopeLike, T[]>();
  for (const item of items) {
    const group = groups.get(item.instrumentationScope);
    if (group === undefined) groups.set(item.instrumentationScope, [item]);
    else group.push(item);
  }
  return [...groups].map(([scope, members]) => ({ scope, items: members }));
}
