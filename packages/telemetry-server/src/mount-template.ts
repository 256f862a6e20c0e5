/** A request as Express's router leaves it when it enters a mounted router. */
export interface MountedRequest {
  readonly params?: unknown;
}

/** The symbol's description under which Express's router (2.3) keeps the pattern that matched. */
const patternSymbol = 'router.tracing.matchedRoute';

/**
 * The path a router was mounted on (`/users/:id`), `cut` being the part of the URL that it matched (`/users/7`).
 *
 * The router keeps the pattern since 2.3. With an older one the template is put together from `request.params`, of whose
 * values each stands for the first segment that equals it.
 */
export function mountTemplate(request: MountedRequest, cut: string): unknown {
  const key = Object.getOwnPropertySymbols(request).find(({ description }) => description === patternSymbol);
  const pattern = key && (request as Record<symbol, unknown>)[key];
  return pattern ?? templateFromParams(cut, Object.entries(request.params ?? {}));
}

function templateFromParams(cut: string, params: readonly (readonly [string, unknown])[]): string {
  const segments = cut.split('/');
  for (const [name, value] of params) {
    const at = segments.findIndex((segment) => decodeSegment(segment) === value);
    if (at >= 0) segments[at] = `:${name}`;
  }
  return segments.join('/');
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
