import { describe, expect, test } from '@jest/globals';
import { context, ROOT_CONTEXT, trace } from '@opentelemetry/api';
import { suppressTracing } from '@opentelemetry/core';

import { alwaysOff, parentBased, traceIdRatio } from '../../src/trace/sampler.ts';
import { epochOriginMs, toHrTime } from '../../src/trace/span-clock.ts';
import { noLimits, parentContext, startProvider } from './record-both.ts';

describe('startSpan', () => {
  test('under a parent: its trace and trace state; root: true starts a trace', () => {
    const { provider } = startProvider();
    const tracer = provider.getTracer('test');
    const child = tracer.startSpan('child', {}, parentContext());
    const root = tracer.startSpan('root', { root: true }, parentContext());
    expect(child.spanContext()).toMatchObject({ traceId: 'a'.repeat(32), traceFlags: 1 });
    expect(root.spanContext().traceId).not.toBe('a'.repeat(32));
  });

  test('under a parent with invalid ids it starts a trace', () => {
    const { ended, provider } = startProvider();
    const invalid = trace.setSpanContext(ROOT_CONTEXT, { traceId: 'x', spanId: 'y', traceFlags: 1 });
    provider.getTracer('test').startSpan('root', {}, invalid).end();
    expect(ended[0]?.parentSpanContext).toBeUndefined();
  });

  test('the flag that says that a trace id is random goes on', () => {
    const { provider } = startProvider();
    expect(provider.getTracer('test').startSpan('child', {}, parentContext(3)).spanContext().traceFlags).toBe(3);
  });

  test('where tracing is suppressed there is no span, and none is counted', () => {
    const { notSampled, provider } = startProvider(noLimits, alwaysOff);
    const span = provider.getTracer('test').startSpan('no', {}, suppressTracing(parentContext()));
    expect([span.isRecording(), span.spanContext().spanId, notSampled()]).toEqual([false, '0'.repeat(16), 0]);
  });

  test('what is not sampled is counted, and carries its trace on unsampled', () => {
    const { ended, notSampled, provider } = startProvider(noLimits, alwaysOff);
    const span = provider.getTracer('test').startSpan('no', {}, parentContext());
    span.end();
    expect(span.spanContext()).toMatchObject({ traceId: 'a'.repeat(32), traceFlags: 0 });
    expect([ended.length, notSampled(), span.isRecording()]).toEqual([0, 1, false]);
  });

  test('startActiveSpan in its three forms gives what the function gives', () => {
    const { ended, provider } = startProvider();
    const tracer = provider.getTracer('test');
    const results = [
      tracer.startActiveSpan('a', (span) => (span.end(), 1)),
      tracer.startActiveSpan('b', { attributes: { x: 1 } }, (span) => (span.end(), 2)),
      tracer.startActiveSpan('c', {}, parentContext(), (span) => (span.end(), context.active())),
    ];
    expect(results.slice(0, 2)).toEqual([1, 2]);
    expect(ended.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
    expect(ended[1]?.attributes).toEqual({ x: 1 });
    expect(ended[2]?.parentSpanContext?.spanId).toBe('b'.repeat(16));
  });

  test('a tracer of one name, version and schema is one tracer', () => {
    const { provider } = startProvider();
    expect(provider.getTracer('a', '1')).toBe(provider.getTracer('a', '1'));
    expect(provider.getTracer('a', '1')).not.toBe(provider.getTracer('a', '1', { schemaUrl: 'x' }));
  });
});

describe('sampling', () => {
  // By Python's TraceIdRatioBased: sampled when the lower 64 bits are below ratio * 2^64.
  test.each([
    ['0'.repeat(16) + '7fffffffffffffff', 0.5, true],
    ['0'.repeat(16) + '8000000000000000', 0.5, false],
    ['f'.repeat(16) + '0000000000000001', 0.001, true],
    ['0'.repeat(15) + '1' + 'f'.repeat(16), 1, true],
    ['0'.repeat(15) + '1' + '0'.repeat(16), 0, false],
  ])('trace %s at ratio %d is sampled: %j', (traceId, ratio, sampled) => {
    expect(traceIdRatio(ratio)(traceId, undefined)).toBe(sampled);
  });

  test('parent based: the parent decides, and the root sampler where there is none', () => {
    const sampler = parentBased(alwaysOff);
    const parent = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16) };
    expect([1, 3, 0, 2].map((traceFlags) => sampler('', { ...parent, traceFlags }))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(sampler('', undefined)).toBe(false);
  });
});

describe('the clock', () => {
  test('999.9999999 ms is carried over to the next second', () => {
    expect([toHrTime(999.999_999_9), toHrTime(0), toHrTime(1500.25)]).toEqual([
      [1, 0],
      [0, 0],
      [1, 500_250_000],
    ]);
  });

  test.each([-3_600_000, 60_000])('a wall clock set by %d ms is followed', (shiftMs) => {
    const { now } = Date;
    const before = epochOriginMs(performance.now());
    try {
      Date.now = () => now() + shiftMs;
      expect(Math.abs(epochOriginMs(performance.now()) - before - shiftMs)).toBeLessThan(5);
    } finally {
      Date.now = now;
    }
    expect(Math.abs(epochOriginMs(performance.now()) - before)).toBeLessThan(5);
  });
});
