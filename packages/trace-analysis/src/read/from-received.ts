import type { SpanRecord } from '../span-record.ts';
import { plainRecord } from './plain-value.ts';

/** A span as `@gym/otlp-receiver` hands it over (its `ReceivedSpan`), by shape, so that neither package needs the other. */
export interface ReceivedSpanLike {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly name: string;
  readonly kind: SpanRecord['kind'] | 'UNSPECIFIED';
  readonly startTimeUnixNano: bigint;
  readonly endTimeUnixNano: bigint;
  readonly attributes: object;
  readonly events: readonly { readonly name: string; readonly timeUnixNano: bigint; readonly attributes: object }[];
  readonly links: readonly { readonly traceId: string; readonly spanId: string; readonly attributes: object }[];
  readonly status: { readonly code: SpanRecord['status']; readonly message: string };
  readonly resource: object;
  readonly scope: { readonly name: string; readonly version: string };
}

/**
 * Turns received spans into records; spans of one batch share the resource object, as they did before. A span that came
 * without ids belongs nowhere and is left out.
 */
export function fromReceived(received: readonly ReceivedSpanLike[]): SpanRecord[] {
  const resources = new Map<object, Record<string, unknown>>();
  return received
    .filter((span) => span.traceId !== '' && span.spanId !== '')
    .map((span) => {
      let resource = resources.get(span.resource);
      if (resource === undefined) resources.set(span.resource, (resource = plainRecord(span.resource)));
      return readOne(span, resource);
    });
}

function readOne(received: ReceivedSpanLike, resource: Record<string, unknown>): SpanRecord {
  const { scope, startTimeUnixNano: startNs, endTimeUnixNano: endNs } = received;
  return {
    traceId: received.traceId,
    spanId: received.spanId,
    parentSpanId: received.parentSpanId,
    name: received.name,
    kind: received.kind === 'UNSPECIFIED' ? 'INTERNAL' : received.kind,
    startNs,
    endNs: endNs === 0n ? startNs : endNs,
    status: received.status.code,
    statusMessage: received.status.message === '' ? undefined : received.status.message,
    attributes: plainRecord(received.attributes),
    events: received.events.map(({ name, timeUnixNano, attributes }) => ({
      name,
      timeNs: timeUnixNano,
      attributes: plainRecord(attributes),
    })),
    links: received.links.map(({ traceId, spanId, attributes }) => ({
      traceId,
      spanId,
      attributes: plainRecord(attributes),
    })),
    resource,
    scope: { name: scope.name, version: scope.version === '' ? undefined : scope.version },
  };
}
