import type { Span } from '@opentelemetry/api';

import { redactAttributes } from './redact-attributes.ts';

/**
 * Sets attributes on a span, with the values of secret keys replaced by `[REDACTED]`.
 *
 * Values no span can carry are left out. Does nothing on a span that does not record. Never throws.
 */
export function setSpanAttributes(span: Span, attributes: Readonly<Record<string, unknown>>): void {
  if (!span.isRecording()) return;
  span.setAttributes(redactAttributes(attributes));
}
