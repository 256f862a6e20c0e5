import { keyValue, resource, scope, type RawKeyValue, type RawResource, type RawScope } from './common-messages.ts';
import { messageSchema, type MessageSchema } from './message-schema.ts';

/** `opentelemetry.proto.trace.v1.Span.Event`. */
export interface RawEvent {
  readonly timeUnixNano?: bigint;
  readonly name?: string;
  readonly attributes?: readonly RawKeyValue[];
  readonly droppedAttributesCount?: number;
}

/** `opentelemetry.proto.trace.v1.Span.Link`. */
export interface RawLink {
  readonly traceId?: string;
  readonly spanId?: string;
  readonly traceState?: string;
  readonly attributes?: readonly RawKeyValue[];
  readonly droppedAttributesCount?: number;
  readonly flags?: number;
}

/** `opentelemetry.proto.trace.v1.Span`. */
export interface RawSpan {
  readonly traceId?: string;
  readonly spanId?: string;
  readonly traceState?: string;
  readonly parentSpanId?: string;
  readonly name?: string;
  readonly kind?: number;
  readonly startTimeUnixNano?: bigint;
  readonly endTimeUnixNano?: bigint;
  readonly attributes?: readonly RawKeyValue[];
  readonly droppedAttributesCount?: number;
  readonly events?: readonly RawEvent[];
  readonly droppedEventsCount?: number;
  readonly links?: readonly RawLink[];
  readonly droppedLinksCount?: number;
  readonly status?: { readonly message?: string; readonly code?: number };
  readonly flags?: number;
}

interface RawScopeSpans {
  readonly scope?: RawScope;
  readonly spans?: readonly RawSpan[];
}

interface RawResourceSpans {
  readonly resource?: RawResource;
  readonly scopeSpans?: readonly RawScopeSpans[];
}

/** `opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest`. */
export interface RawTraces {
  readonly resourceSpans?: readonly RawResourceSpans[];
}

const event = messageSchema<RawEvent>({
  timeUnixNano: [1, 'fixed64'],
  name: [2, 'string'],
  attributes: [3, [() => keyValue]],
  droppedAttributesCount: [4, 'uint32'],
});

const link = messageSchema<RawLink>({
  traceId: [1, 'traceId'],
  spanId: [2, 'spanId'],
  traceState: [3, 'string'],
  attributes: [4, [() => keyValue]],
  droppedAttributesCount: [5, 'uint32'],
  flags: [6, 'fixed32'],
});

const status = messageSchema<NonNullable<RawSpan['status']>>({ message: [2, 'string'], code: [3, 'int32'] });

const span = messageSchema<RawSpan>({
  traceId: [1, 'traceId'],
  spanId: [2, 'spanId'],
  traceState: [3, 'string'],
  parentSpanId: [4, 'spanId'],
  name: [5, 'string'],
  kind: [6, 'int32'],
  startTimeUnixNano: [7, 'fixed64'],
  endTimeUnixNano: [8, 'fixed64'],
  attributes: [9, [() => keyValue]],
  droppedAttributesCount: [10, 'uint32'],
  events: [11, [() => event]],
  droppedEventsCount: [12, 'uint32'],
  links: [13, [() => link]],
  droppedLinksCount: [14, 'uint32'],
  status: [15, () => status],
  flags: [16, 'fixed32'],
});

const scopeSpans = messageSchema<RawScopeSpans>({ scope: [1, () => scope], spans: [2, [() => span]] });

const resourceSpans = messageSchema<RawResourceSpans>({
  resource: [1, () => resource],
  scopeSpans: [2, [() => scopeSpans]],
});

/** Schema of {@link RawTraces}. */
export const traces: MessageSchema<RawTraces> = messageSchema<RawTraces>({
  resourceSpans: [1, [() => resourceSpans]],
});
