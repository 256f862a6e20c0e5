/** A rollout id as NeMo Gym allows it in a path. */
const rolloutId = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

/**
 * `path` under NeMo Gym's prefix `/ng-rollout/<id>`.
 *
 * Unchanged when it has a prefix already, is no path (a whole URL), or the id has a character the prefix cannot carry.
 */
export function rolloutPath(id: string, path: string): string {
  if (!path.startsWith('/') || path.startsWith('/ng-rollout/') || !rolloutId.test(id)) return path;
  return `/ng-rollout/${id}${path}`;
}
