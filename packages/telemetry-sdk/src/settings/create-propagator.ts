import type { TextMapPropagator } from '@opentelemetry/api';
import { CompositePropagator } from '@opentelemetry/core';

import { BoundedBaggagePropagator } from '../propagation/bounded-baggage-propagator.ts';
import { W3cTraceContextPropagator } from '../propagation/w3c-trace-context-propagator.ts';
import type { OtelEnv, Warn } from './otel-env.ts';

/**
 * Makes the propagator that `OTEL_PROPAGATORS` asks for; default `tracecontext,baggage`.
 *
 * `none` alone gives undefined; beside others it is warned about and wins. Others than the W3C ones are warned about
 * and left out. Source: OpenTelemetry specification, "General SDK Configuration".
 */
export function createPropagator(env: OtelEnv, warn: Warn): TextMapPropagator | undefined {
  const words = env.list('OTEL_PROPAGATORS') ?? ['tracecontext', 'baggage'];
  if (words.includes('none')) {
    if (words.length > 1) warn('OTEL_PROPAGATORS: none stands beside others; nothing is propagated');
    return undefined;
  }
  const propagators: TextMapPropagator[] = [];
  for (const word of words) {
    if (word === 'tracecontext') propagators.push(new W3cTraceContextPropagator());
    else if (word === 'baggage') propagators.push(new BoundedBaggagePropagator());
    else warn(`OTEL_PROPAGATORS: expected tracecontext, baggage or none, received ${JSON.stringify(word)}; ignored`);
  }
  return new CompositePropagator({ propagators });
}
