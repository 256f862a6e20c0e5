import { getRuntime, knownHttpMethod, SpanGroup } from '@gym/telemetry';
import { SpanKind } from '@opentelemetry/api';
import type { Span } from '@opentelemetry/api';

import { readInboundContext } from './inbound-context.ts';
import { pathOf, protocolVersion, requestAttributes, type IncomingRequest } from './request-attributes.ts';
import { ServerCall } from './server-call.ts';
import type { ResolvedServerOptions } from './server-options.ts';

/**
 * Adopts the caller's trace and starts the SERVER span and the clock of one request.
 *
 * `undefined` when there is nothing to do: telemetry is off, or the path is a liveness path. With the group `server` off
 * the context is adopted all the same. Never throws.
 */
export function startServerRequest(request: IncomingRequest, options: ResolvedServerOptions): ServerCall | undefined {
  const runtime = getRuntime();
  if (!runtime || options.livenessPaths.has(pathOf(request.target))) return undefined;
  try {
    const { trustInbound } = options;
    const { parent, links } = readInboundContext(runtime, request, trustInbound);
    const method = knownHttpMethod(request.method);
    let span: Span | undefined;
    if (SpanGroup.SERVER.enabled) {
      const attributes = requestAttributes(request, method, trustInbound);
      const name = method === '_OTHER' ? 'HTTP' : method;
      span = runtime.tracer.startSpan(name, { kind: SpanKind.SERVER, attributes, links }, parent);
    }
    return new ServerCall({
      span,
      meter: runtime.meter,
      parent,
      method,
      scheme: request.scheme,
      protocolVersion: request.httpVersion === undefined ? undefined : protocolVersion(request.httpVersion),
    });
  } catch {
    // Telemetry is a guest: the request is answered without it.
    return undefined;
  }
}
