import type { SpanRecord } from '../span-record.ts';

const kinds = ['INTERNAL', 'SERVER', 'CLIENT', 'PRODUCER', 'CONSUMER'];
const statuses = ['UNSET', 'OK', 'ERROR'];

/**
 * Spans as one line of OTLP JSON (`TracesData`), as the Collector's file exporter writes it, grouped by resource and scope.
 * `readSpans` gives the same spans back. Source: OTLP specification 1.x, JSON encoding.
 */
export function toOtlpJson(spans: readonly SpanRecord[]): string {
  const resources = new Map<string, Map<string, SpanRecord[]>>();
  const keys = new WeakMap<object, string>();
  for (const span of spans) {
    let key = keys.get(span.resource);
    if (key === undefined) keys.set(span.resource, (key = JSON.stringify(keyValues(span.resource))));
    let scopes = resources.get(key);
    if (scopes === undefined) resources.set(key, (scopes = new Map()));
    const scope = JSON.stringify({ name: span.scope.name, version: span.scope.version });
    const group = scopes.get(scope);
    if (group === undefined) scopes.set(scope, [span]);
    else group.push(span);
  }
  const resourceSpans = [...resources].map(([attributes, scopes]) => ({
    resource: { attributes: JSON.parse(attributes) as unknown },
    scopeSpans: [...scopes].map(([scope, group]) => ({
      scope: JSON.parse(scope) as unknown,
      spans: group.map(toOtlpSpan),
    })),
  }));
  return JSON.stringify({ resourceSpans });
}

function toOtlpSpan(span: SpanRecord): object {
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    parentSpanId: span.parentSpanId,
    name: span.name,
    kind: kinds.indexOf(span.kind) + 1,
    startTimeUnixNano: String(span.startNs),
    endTimeUnixNano: String(span.endNs),
    attributes: keyValues(span.attributes),
    events: span.events.map(({ name, timeNs, attributes }) => ({
      name,
      timeUnixNano: String(timeNs),
      attributes: keyValues(attributes),
    })),
    links: span.links.map(({ traceId, spanId, attributes }) => ({
      traceId,
      spanId,
      attributes: keyValues(attributes),
    })),
    status: { code: statuses.indexOf(span.status), message: span.statusMessage },
  };
}

function keyValues(record: Readonly<Record<string, unknown>>): object[] {
  return Object.entries(record).map(([key, value]) => ({ key, value: anyValue(value) }));
}

function anyValue(value: unknown): object {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'number')
    return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value };
  if (Array.isArray(value)) return { arrayValue: { values: value.map(anyValue) } };
  if (typeof value === 'object' && value !== null)
    return { kvlistValue: { values: keyValues(value as Record<string, unknown>) } };
  return {};
}
