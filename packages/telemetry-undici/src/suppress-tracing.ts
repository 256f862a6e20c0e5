import { createContextKey } from '@opentelemetry/api';
import type { Context } from '@opentelemetry/api';

/** The SDK's own key (`@opentelemetry/core`, both majors): context keys of one name are one symbol. */
const suppressKey = createContextKey('OpenTelemetry SDK Context Key SUPPRESS_TRACING');

/** Whether the context belongs to work that must not be traced, such as an exporter's own requests. */
export function isTracingSuppressed(context: Context): boolean {
  return context.getValue(suppressKey) === true;
}

/** `context`, in which no instrumentation makes a span or injects a header. */
export function suppressTracing(context: Context): Context {
  return context.setValue(suppressKey, true);
}
