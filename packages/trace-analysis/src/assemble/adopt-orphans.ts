import { compareNodes } from './compare-nodes.ts';
import type { MutableNode } from './make-nodes.ts';

/** How many earlier siblings are looked at for one that encloses an orphan; keeps a wide trace linear. */
const siblingsLookedAt = 64;

/**
 * Hangs each orphan root under the deepest span that encloses it in time, and returns the roots that remain.
 *
 * The tree looked in is that of the roots that are no orphans; where there is none, that of the earliest orphan.
 */
export function adoptOrphans(roots: readonly MutableNode[]): MutableNode[] {
  const known = roots.filter((root) => !root.isOrphan);
  const homes = known.length > 0 ? known : roots.slice(0, 1);
  const isHome = new Set(homes);
  const remaining: MutableNode[] = [];
  const adopted = new Map<MutableNode, MutableNode>();
  for (const root of roots) {
    const home = isHome.has(root) ? undefined : deepestEnclosing(homes, root);
    if (home === undefined) remaining.push(root);
    else adopted.set(root, home);
  }
  for (const [orphan, home] of adopted) {
    orphan.parent = home;
    home.children.push(orphan);
  }
  for (const home of new Set(adopted.values())) home.children.sort(compareNodes);
  return remaining;
}

function deepestEnclosing(homes: readonly MutableNode[], orphan: MutableNode): MutableNode | undefined {
  let found: MutableNode | undefined;
  for (let next = enclosing(homes, orphan); next !== undefined; next = enclosing(next.children, orphan)) found = next;
  return found;
}

function enclosing(siblings: readonly MutableNode[], orphan: MutableNode): MutableNode | undefined {
  let [low, high] = [0, siblings.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (siblings[middle]!.startNs <= orphan.startNs) low = middle + 1;
    else high = middle;
  }
  const candidates = siblings.slice(Math.max(0, low - siblingsLookedAt), low);
  return candidates.findLast((sibling) => sibling.endNs >= orphan.endNs);
}
