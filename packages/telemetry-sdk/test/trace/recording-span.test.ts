import { describe, expect, test } from '@jest/globals';
import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import type { Attributes, AttributeValue, Exception, Link, Span, SpanStatus } from '@opentelemetry/api';
import fc from 'fast-check';

import { noLimits, parentContext, recordBoth, startProvider } from './record-both.ts';

const key = fc.constantFrom('a', 'b', 'c', 'url.full', 'gen_ai.usage.input_tokens', '');
const value = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.double(),
  fc.boolean(),
  fc.constantFrom(null, undefined, {}, Symbol('no'), 1n),
  fc.array(fc.oneof(fc.string({ maxLength: 9 }), fc.constant(null)), { maxLength: 3 }),
  fc.array(fc.oneof(fc.integer(), fc.string()), { maxLength: 3 }),
) as fc.Arbitrary<AttributeValue>;
const attributes: fc.Arbitrary<Attributes> = fc.dictionary(key, value, { noNullPrototype: true });
/** Of events and links, where the stock SDK counts a null as an attribute. */
const someAttributes = fc.dictionary(
  key,
  value.filter((one) => one !== null && one !== undefined),
  {
    noNullPrototype: true,
  },
);
const link: fc.Arbitrary<Link> = fc.record({
  context: fc.constantFrom('1', '2').map((digit) => ({
    traceId: digit.repeat(32),
    spanId: digit.repeat(16),
    traceFlags: 1,
  })),
  attributes: someAttributes,
});
const status = fc.record({
  code: fc.constantFrom(SpanStatusCode.UNSET, SpanStatusCode.OK, SpanStatusCode.ERROR),
  message: fc.option(fc.string(), { nil: undefined }),
}) as fc.Arbitrary<SpanStatus>;
const exception: fc.Arbitrary<Exception> = fc.oneof(
  fc.string({ minLength: 1 }),
  fc.record({ name: fc.string({ minLength: 1 }), message: fc.string(), code: fc.constantFrom('E1', 5, undefined) }),
) as fc.Arbitrary<Exception>;

type Step = (span: Span) => unknown;
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(key, value).map(
    ([name, given]): Step =>
      (span) =>
        span.setAttribute(name, given),
  ),
  attributes.map(
    (given): Step =>
      (span) =>
        span.setAttributes(given),
  ),
  fc.tuple(fc.string(), someAttributes).map(
    ([name, given]): Step =>
      (span) =>
        span.addEvent(name, given),
  ),
  link.map(
    (given): Step =>
      (span) =>
        span.addLink(given),
  ),
  status.map(
    (given): Step =>
      (span) =>
        span.setStatus(given),
  ),
  exception.map(
    (given): Step =>
      (span) =>
        span.recordException(given),
  ),
  fc.string().map(
    (name): Step =>
      (span) =>
        span.updateName(name),
  ),
);
const few = fc.constantFrom(0, 1, 2, 128);
const limits = fc.record({
  attributeCountLimit: few,
  attributeValueLengthLimit: fc.constantFrom(1, 5, Number.POSITIVE_INFINITY),
  eventCountLimit: few,
  linkCountLimit: few,
  attributePerEventCountLimit: few,
  attributePerLinkCountLimit: few,
});

describe('a span of ours and one of @opentelemetry/sdk-trace', () => {
  test('any steps under any limits: exporters see the same', () => {
    fc.assert(
      fc.property(
        limits,
        fc.array(step, { maxLength: 12 }),
        attributes,
        fc.array(link),
        (given, steps, first, links) => {
          const options = { kind: SpanKind.CLIENT, attributes: first, links };
          const act = (span: Span): void => {
            for (const doStep of steps) doStep(span);
            span.end();
            for (const doStep of steps) doStep(span);
          };
          const [ours, theirs] = recordBoth(given, 'name', options, act, parentContext());
          expect(ours).toEqual(theirs);
        },
      ),
      { numRuns: 2000 },
    );
  });
});

describe('times', () => {
  test('of seconds and nanoseconds come out as they were given, those in milliseconds and Date as well', () => {
    const { ended, provider } = startProvider();
    const tracer = provider.getTracer('test');
    tracer.startSpan('exact', { startTime: [1_700_000_000, 123_456_789] }).end([1_700_000_001, 5]);
    tracer.startSpan('ms', { startTime: 1_700_000_000_250 }).end(new Date(1_700_000_000_750));
    expect(ended.map(({ duration, endTime, startTime }) => [startTime, endTime, duration])).toEqual([
      [
        [1_700_000_000, 123_456_789],
        [1_700_000_001, 5],
        [0, expect.any(Number)],
      ],
      [
        [1_700_000_000, 250_000_000],
        [1_700_000_000, 750_000_000],
        [0, 500_000_000],
      ],
    ]);
    expect(Math.abs(ended[0]!.duration[1] - 876_543_216)).toBeLessThan(500);
  });

  test('an end before the start is the start', () => {
    const { ended, provider } = startProvider();
    provider
      .getTracer('test')
      .startSpan('back', { startTime: [10, 5] })
      .end([9, 0]);
    expect([ended[0]?.endTime, ended[0]?.duration]).toEqual([
      [10, 5],
      [0, 0],
    ]);
  });

  test('of performance.now() are understood, and a child lies within its parent to the microsecond', () => {
    const { ended, provider } = startProvider();
    const tracer = provider.getTracer('test');
    const before = Date.now();
    const startedAt = performance.now();
    const parent = tracer.startSpan('parent', { startTime: startedAt });
    tracer.startSpan('child').end();
    parent.end();
    const [child, outer] = ended.map(({ endTime, startTime }) =>
      [startTime, endTime].map(([s, ns]) => s * 1e3 + ns / 1e6),
    );
    expect(outer![0]!).toBeGreaterThan(before - 3);
    expect(child![0]!).toBeGreaterThanOrEqual(outer![0]!);
    expect(child![1]!).toBeLessThanOrEqual(outer![1]!);
  });
});

test('the spans that are open at the end are ended as truncated, the youngest first, and later changes are ignored', () => {
  const { ended, open, provider } = startProvider(noLimits);
  const tracer = provider.getTracer('test');
  const spans = ['a', 'b', 'c', 'd', 'e'].map((name) => tracer.startSpan(name));
  spans[4]!.end();
  spans[1]!.end();
  spans[2]!.end();
  expect(open.endAll('shutdown')).toBe(2);
  expect(open.endAll('shutdown')).toBe(0);
  spans[0]!.setAttribute('late', 1).addEvent('late').end();
  expect(ended.map(({ name }) => name)).toEqual(['e', 'b', 'c', 'd', 'a']);
  expect(ended[4]).toMatchObject({
    attributes: { 'nemo.span.truncated': true },
    events: [{ name: 'nemo.span.truncated', attributes: { 'nemo.span.truncated.reason': 'shutdown' } }],
  });
  expect(ended[4]?.attributes).not.toHaveProperty('late');
});
