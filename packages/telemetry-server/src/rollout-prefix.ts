/** NeMo Gym's prefix `/ng-rollout/<id>`, the id as it allows one, and the rest of the target. */
const prefixed = /^\/ng-rollout\/([A-Za-z0-9][A-Za-z0-9._-]*)([/?].*)?$/s;

/** A request target without the rollout prefix, and the id the prefix named. */
export interface RolloutTarget {
  readonly target: string;
  readonly rolloutId: string | undefined;
}

/** Takes NeMo Gym's rollout prefix off a request target (path and query); one without it comes back as it is. */
export function splitRolloutPrefix(target: string): RolloutTarget {
  const match = target.startsWith('/ng-rollout/') ? prefixed.exec(target) : null;
  if (!match) return { target, rolloutId: undefined };
  const rest = match[2] ?? '/';
  return { target: rest.startsWith('/') ? rest : `/${rest}`, rolloutId: match[1] };
}
