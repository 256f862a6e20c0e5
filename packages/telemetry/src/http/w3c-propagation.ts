import { propagation } from '@opentelemetry/api';

import type { TelemetryRuntime } from '../runtime.ts';

const w3cFields: ReadonlySet<string> = new Set(['traceparent', 'tracestate', 'baggage']);
const answers = new WeakMap<TelemetryRuntime, boolean>();

/**
 * Whether what goes over the wire is W3C trace context, with or without baggage, and nothing else: ours or OpenTelemetry's
 * own propagators. Then a client may write `traceparent` itself, and header names in lower case are all there are.
 */
export function hasW3cPropagation(runtime: TelemetryRuntime): boolean {
  let answer = answers.get(runtime);
  if (answer === undefined) {
    const fields = propagation.fields();
    answer = fields.includes('traceparent') && fields.every((field) => w3cFields.has(field));
    answers.set(runtime, answer);
  }
  return answer;
}
