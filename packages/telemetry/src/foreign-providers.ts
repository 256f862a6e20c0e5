import { metrics, trace } from '@opentelemetry/api';

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
