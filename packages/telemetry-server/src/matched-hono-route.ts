/** A handler or middleware that matched a request, as Hono lists it. */
export interface HonoRoute {
  readonly path: string;
  /** `ALL` for a middleware and for `app.all`. */
  readonly method: string;
  readonly handler: object;
}

/** Whether a route answers, as Hono itself tells it: a middleware is for all methods and takes `next`. */
function isEndpoint({ method, handler }: HonoRoute): boolean {
  if (method !== 'ALL') return true;
  // A handler of a sub-app with an error handler of its own is wrapped.
  const inner: unknown = (handler as { readonly __COMPOSED_HANDLER?: unknown }).__COMPOSED_HANDLER ?? handler;
  return typeof inner === 'function' && inner.length < 2;
}

/**
 * The route template of a request: the endpoint that was reached, else the first that would have been, else the
 * middleware that answered in its place (`/static/*`), a 404 being no such answer.
 *
 * `own` is the index of the telemetry middleware, `reached` that of the last route that ran.
 */
export function matchedHonoRoute(
  routes: readonly HonoRoute[],
  own: number,
  reached: number,
  status: () => number,
): string | undefined {
  const last = routes[reached];
  if (reached > own && last && isEndpoint(last)) return last.path;
  for (let index = own + 1; index < routes.length; index++) if (isEndpoint(routes[index]!)) return routes[index]!.path;
  return reached > own && status() !== 404 ? last?.path : undefined;
}
