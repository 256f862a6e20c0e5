import { context, createContextKey, metrics, ROOT_CONTEXT, trace, TraceFlags } from '@opentelemetry/api';

import { suppressKey } from './suppress-key.ts';
import { scopeName } from './version.ts';

/**
 * Whether a provider of spans is registered through this copy of the OpenTelemetry API.
 *
 * Looks at the proxy's delegate, so that no span is made and exported just to find out.
 */
export function hasTracerProvider(): boolean {
  const provider = trace.getTracerProvider() as { getDelegate?: () => object };
  const delegate = provider.getDelegate?.() ?? provider;
  return delegate.constructor.name !== 'NoopTracerProvider';
}

/** Whether a provider of metrics is registered through this copy of the OpenTelemetry API. */
export function hasMeterProvider(): boolean {
  return metrics.getMeterProvider().constructor.name !== 'NoopMeterProvider';
}

const canaryKey = createContextKey('gym: canary');
const canaryParent = { traceId: '1'.repeat(32), spanId: '1'.repeat(16), traceFlags: TraceFlags.NONE };

/**
 * Whether contexts and, with `spans`, spans made through this copy of the OpenTelemetry API arrive at an SDK.
 *
 * The canary span is under suppressed tracing, so that it is neither sampled, counted nor exported: an SDK answers with
 * an invalid span, and an API that sees no SDK with the parent it was given.
 */
export function reachesSdk({ spans }: { readonly spans: boolean }): boolean {
  const marked = ROOT_CONTEXT.setValue(canaryKey, true);
  if (context.with(marked, () => context.active().getValue(canaryKey)) !== true) return false;
  if (!spans) return true;
  const parent = trace.setSpanContext(ROOT_CONTEXT.setValue(suppressKey, true), canaryParent);
  const canary = trace.getTracer(scopeName).startSpan('canary', {}, parent);
  return canary.spanContext().spanId !== canaryParent.spanId;
}

/** The version of the OpenTelemetry API that registered first in this process; others may not see what it registered. */
export function registeredApiVersion(): string {
  const registered = (globalThis as Record<symbol, unknown>)[Symbol.for('opentelemetry.js.api.1')];
  return (registered as { readonly version?: string } | undefined)?.version ?? 'unknown version';
}
