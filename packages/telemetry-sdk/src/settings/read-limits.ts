import type { OtelEnv } from './otel-env.ts';

/** Source: OpenTelemetry specification, "Attribute Limits" and "Span Limits". */
const defaultCount = 128;

/** The limits that spans and log records share. Lengths in characters, `Infinity` for none. */
export interface AttributeLimits {
  readonly attributeCountLimit: number;
  readonly attributeValueLengthLimit: number;
}

/** The limits of spans. */
export interface SpanLimits extends AttributeLimits {
  readonly eventCountLimit: number;
  readonly linkCountLimit: number;
  readonly attributePerEventCountLimit: number;
  readonly attributePerLinkCountLimit: number;
}

/** Reads `OTEL_<SPAN|LOGRECORD>_ATTRIBUTE_*_LIMIT`, then the general `OTEL_ATTRIBUTE_*_LIMIT`. */
export function readAttributeLimits(env: OtelEnv, signal: 'SPAN' | 'LOGRECORD'): AttributeLimits {
  const read = (name: string): number | undefined =>
    env.integer(`OTEL_${signal}_${name}`, 0) ?? env.integer(`OTEL_${name}`, 0);
  return {
    attributeCountLimit: read('ATTRIBUTE_COUNT_LIMIT') ?? defaultCount,
    attributeValueLengthLimit: read('ATTRIBUTE_VALUE_LENGTH_LIMIT') ?? Number.POSITIVE_INFINITY,
  };
}

/** Reads all limits of spans; for attributes of events and links both the official and the older JavaScript names count. */
export function readSpanLimits(env: OtelEnv): SpanLimits {
  const read = (...names: readonly string[]): number => {
    for (const name of names) {
      const value = env.integer(name, 0);
      if (value !== undefined) return value;
    }
    return defaultCount;
  };
  return {
    ...readAttributeLimits(env, 'SPAN'),
    eventCountLimit: read('OTEL_SPAN_EVENT_COUNT_LIMIT'),
    linkCountLimit: read('OTEL_SPAN_LINK_COUNT_LIMIT'),
    attributePerEventCountLimit: read('OTEL_EVENT_ATTRIBUTE_COUNT_LIMIT', 'OTEL_SPAN_ATTRIBUTE_PER_EVENT_COUNT_LIMIT'),
    attributePerLinkCountLimit: read('OTEL_LINK_ATTRIBUTE_COUNT_LIMIT', 'OTEL_SPAN_ATTRIBUTE_PER_LINK_COUNT_LIMIT'),
  };
}
