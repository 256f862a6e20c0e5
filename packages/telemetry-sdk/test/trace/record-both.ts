import { ROOT_CONTEXT, trace } from '@opentelemetry/api';
import type { Context, Span, SpanOptions } from '@opentelemetry/api';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { TracerProvider, type SpanProcessor } from '@opentelemetry/sdk-trace';

import type { SpanLimits } from '../../src/settings/read-limits.ts';
import type { FinishedSpan } from '../../src/trace/finished-span.ts';
import { createIdGenerator } from '../../src/trace/id-generator.ts';
import { OpenSpans } from '../../src/trace/open-spans.ts';
import { alwaysOn, type Sampler } from '../../src/trace/sampler.ts';
import { GymTracerProvider } from '../../src/trace/tracer-provider.ts';

export const noLimits: SpanLimits = {
  attributeCountLimit: 128,
  attributeValueLengthLimit: Number.POSITIVE_INFINITY,
  eventCountLimit: 128,
  linkCountLimit: 128,
  attributePerEventCountLimit: 128,
  attributePerLinkCountLimit: 128,
};

/** Our provider, what ended in it, and what is open. */
export function startProvider(limits: SpanLimits = noLimits, sampler: Sampler = alwaysOn) {
  const ended: FinishedSpan[] = [];
  const open = new OpenSpans();
  let notSampled = 0;
  const provider = new GymTracerProvider({
    resource: resourceFromAttributes({}),
    limits,
    ids: createIdGenerator(),
    sampler,
    onNotSampled: () => (notSampled += 1),
    onStart: (span) => open.add(span),
    onEnd: (span) => {
      open.remove(span);
      ended.push(span);
    },
    flush: () => Promise.resolve(),
  });
  return { provider, ended, open, notSampled: () => notSampled };
}

/** What exporters see of a span, but for what differs from run to run. */
function describe(span: FinishedSpan): object {
  return {
    name: span.name,
    kind: span.kind,
    parent: span.parentSpanContext?.spanId,
    traceState: span.spanContext().traceState?.serialize(),
    flags: span.spanContext().traceFlags & 1,
    attributes: span.attributes,
    status: span.status,
    ended: span.ended,
    events: span.events.map(({ attributes, droppedAttributesCount, name }) => ({
      name,
      // The stack of an exception event is that of the error; both get the same error.
      attributes,
      dropped: droppedAttributesCount,
    })),
    links: span.links.map(({ attributes, context, droppedAttributesCount }) => ({
      spanId: context.spanId,
      attributes: attributes ?? {},
      dropped: droppedAttributesCount ?? 0,
    })),
    dropped: [span.droppedAttributesCount, span.droppedEventsCount, span.droppedLinksCount],
  };
}

/** Does the same to a span of ours and to one of OpenTelemetry's own SDK, and describes both as they ended. */
export function recordBoth(
  limits: SpanLimits,
  name: string,
  options: SpanOptions,
  act: (span: Span) => void,
  parent: Context = ROOT_CONTEXT,
): readonly [ours: object, theirs: object] {
  const { ended, provider } = startProvider(limits);
  const theirs: FinishedSpan[] = [];
  const processor: SpanProcessor = {
    onStart: () => {},
    onEnd: (span) => theirs.push(span),
    forceFlush: () => Promise.resolve(),
    shutdown: () => Promise.resolve(),
  };
  const stock = new TracerProvider({ spanLimits: limits, spanProcessors: [processor] });
  for (const { getTracer } of [
    { getTracer: () => provider.getTracer('test') },
    { getTracer: () => stock.getTracer('test') },
  ]) {
    act(getTracer().startSpan(name, options, parent));
  }
  return [describe(ended[0]!), describe(theirs[0]!)];
}

/** A context with a parent span. */
export function parentContext(traceFlags = 1): Context {
  const parent = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), traceFlags, isRemote: true };
  return trace.setSpanContext(ROOT_CONTEXT, parent);
}
