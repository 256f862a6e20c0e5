import { currentRolloutId, GymAttribute, knownHttpMethod, pendingLinks, SpanGroup } from '@gym/telemetry';
import type { TelemetryRuntime } from '@gym/telemetry';
import { SpanKind } from '@opentelemetry/api';
import type { Attributes, Span, SpanOptions } from '@opentelemetry/api';

import { callHint, type HintedOptions } from './call-hint.ts';
import { ClientCall } from './client-call.ts';
import type { OriginDescription } from './describe-origin.ts';
import { describeUrl } from './describe-url.ts';
import type { Resend } from './recall-resend.ts';

/** What is known of a request when it is sent. */
export interface OutgoingRequest {
  readonly options: HintedOptions;
  /** The path as it is sent. */
  readonly path: string;
  readonly origin: OriginDescription;
  readonly resend: Resend;
}

/** Starts the CLIENT span and the clock of one attempt, as far as they are on; `undefined` when neither is. */
export function startClientCall(runtime: TelemetryRuntime, request: OutgoingRequest): ClientCall | undefined {
  const { config, meter } = runtime;
  if (!config.instrumentHttpClient || !(SpanGroup.HTTP_CLIENT.enabled || meter)) return undefined;
  const { options, origin, resend } = request;
  const method = knownHttpMethod(options.method);
  const span = SpanGroup.HTTP_CLIENT.enabled ? startClientSpan(runtime, method, request) : undefined;
  return new ClientCall({
    span,
    meter,
    method,
    origin,
    signal: options.signal,
    parent: resend.parent,
    endsAtBody: options[callHint]?.endsAtBody ?? false,
  });
}

function startClientSpan(runtime: TelemetryRuntime, method: string, request: OutgoingRequest): Span {
  const { options, path, origin, resend } = request;
  const attributes: Attributes = {
    'http.request.method': method,
    'server.address': origin.address,
    'server.port': origin.port,
    'url.full': describeUrl(origin, path, options.query),
  };
  if (method !== options.method) attributes['http.request.method_original'] = options.method;
  const resendCount = options[callHint]?.resendCount ?? resend.count;
  if (resendCount > 0) attributes['http.request.resend_count'] = resendCount;
  const rolloutId = currentRolloutId(resend.parent);
  if (rolloutId !== undefined) attributes[GymAttribute.ROLLOUT_ID] = rolloutId;
  const name = method === '_OTHER' ? 'HTTP' : `HTTP ${method}`;
  const spanOptions: SpanOptions = { kind: SpanKind.CLIENT, attributes };
  const links = pendingLinks(resend.parent);
  if (links.length > 0) spanOptions.links = [...links];
  return runtime.tracer.startSpan(name, spanOptions, resend.parent);
}
