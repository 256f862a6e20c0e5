import type { IncomingMessage } from 'node:http';

import { mountTemplate } from './mount-template.ts';
import type { ServerCall } from './server-call.ts';

/** A router a request is in: the URL that was cut off so far, and the template of it. */
interface Mount {
  readonly baseUrl: string;
  readonly template: string;
}

/** Where a request is on its way through Express's routers. */
interface Routing {
  readonly call: ServerCall;
  /** From the outermost router inwards. */
  readonly mounts: Mount[];
  route: unknown;
}

/** What Express's router sets on a request. */
type RoutedRequest = IncomingMessage & {
  baseUrl?: string;
  route?: unknown;
  params?: unknown;
  [routingKey]?: Routing;
};

const routingKey = Symbol('gym: where a request is in the routers');

/** The text of a path as a route was given it: a string, a regular expression, or several of them. */
function pathText(path: unknown): string {
  if (Array.isArray(path)) return path.map(pathText).join(',');
  // Express ignores a slash at the end.
  return typeof path === 'string' && path.endsWith('/') ? path.slice(0, -1) : String(path);
}

/** A mount path and what follows it. */
function joinTemplates(mount: string, path: string): string {
  return mount + (path === '' || path.startsWith('/') ? path : `/${path}`);
}

function enterMount(request: RoutedRequest, { mounts }: Routing, baseUrl: string): void {
  const known = mounts.findLastIndex((mount) => mount.baseUrl === baseUrl);
  if (known >= 0) {
    mounts.length = known + 1;
    return;
  }
  const parent = mounts.at(-1)!;
  const cut = baseUrl.slice(parent.baseUrl.length);
  const template = joinTemplates(parent.template, pathText(mountTemplate(request, cut)));
  mounts.push({ baseUrl, template });
}

const accessors: PropertyDescriptorMap & ThisType<RoutedRequest> = {
  // The router sets it when it enters what is mounted on a path, and sets it back when it leaves.
  baseUrl: {
    configurable: true,
    enumerable: true,
    get() {
      return this[routingKey]!.mounts.at(-1)!.baseUrl;
    },
    set(baseUrl: string | undefined) {
      enterMount(this, this[routingKey]!, baseUrl ?? '');
    },
  },
  // Set when a route matches; by the time of the response an error may have left its router.
  route: {
    configurable: true,
    enumerable: true,
    get() {
      return this[routingKey]!.route;
    },
    set(route: { readonly path?: unknown } | undefined) {
      const { call, mounts } = this[routingKey]!;
      this[routingKey]!.route = route;
      if (route?.path !== undefined) call.setRoute(joinTemplates(mounts.at(-1)!.template, pathText(route.path)) || '/');
    },
  },
};

/**
 * Watches Express's router work on a request, and gives `call` the template of each route that matches.
 *
 * `request.baseUrl` is a raw path (`/users/7`); its template (`/users/:id`) is known only while the router enters it. So
 * `baseUrl` and `route` of this one request become accessors; nothing of the app or of Express is changed.
 */
export function followExpressRouting(request: IncomingMessage, call: ServerCall): void {
  const routed = request as RoutedRequest;
  if (routed[routingKey]) return;
  const { baseUrl = '', route } = routed;
  const routing: Routing = { call, mounts: [{ baseUrl: '', template: '' }], route };
  enterMount(routed, routing, baseUrl);
  routed[routingKey] = routing;
  Object.defineProperties(routed, accessors);
}
