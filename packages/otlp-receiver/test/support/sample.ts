import { encode, requestTypes } from './otlp-oracle.ts';

/** Ids of the sample spans. */
export const traceId = '0af7651916cd43dd8448eb211c80319c';
export const spanId = '00f067aa0ba902b7';

/** A trace request with spans of the given names, as protobuf. */
export function traceRequest(...names: readonly string[]): Buffer {
  const spans = names.map((name) => ({
    traceId: Buffer.from(traceId, 'hex'),
    spanId: Buffer.from(spanId, 'hex'),
    name,
  }));
  return encode(requestTypes.traces, { resourceSpans: [{ scopeSpans: [{ spans }] }] });
}

/** The same as OTLP/JSON. */
export function traceRequestJson(...names: readonly string[]): string {
  const spans = names.map((name) => ({ traceId, spanId, name }));
  return JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] });
}
