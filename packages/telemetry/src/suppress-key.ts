import { createContextKey } from '@opentelemetry/api';

/** The key under which OpenTelemetry's exporters mark what they do themselves; its core package names it so. */
export const suppressKey: symbol = createContextKey('OpenTelemetry SDK Context Key SUPPRESS_TRACING');
