import {
  currentRolloutId,
  detachWithLink,
  runWithRolloutId,
  SpanGroup,
  withJobSpan,
  withRolloutSpan,
  withSpan,
} from '@gym/telemetry';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { context, propagation, trace } from '@opentelemetry/api';

import { startInMemoryTelemetry, type InMemoryTelemetry } from './in-memory-telemetry.ts';

test('without telemetry runWithRolloutId and detachWithLink just run', () => {
  expect(runWithRolloutId('0-1', () => [currentRolloutId(), detachWithLink(() => 'ran')])).toEqual([undefined, 'ran']);
});

describe('with telemetry on', () => {
  let telemetry: InMemoryTelemetry;
  beforeAll(async () => {
    telemetry = await startInMemoryTelemetry({ NEMO_GYM_OTEL_INSTRUMENT_AIOHTTP: '0' });
  });
  afterAll(() => telemetry.stop());

  test('the id "7-0" is current over awaits, goes out as baggage and comes in again', async () => {
    const headers: Record<string, string> = {};
    await runWithRolloutId('7-0', async () => {
      await Promise.resolve();
      expect(currentRolloutId()).toBe('7-0');
      propagation.inject(context.active(), headers);
    });
    expect(currentRolloutId()).toBeUndefined();
    expect(headers['baggage']).toBe('nemo.gym.rollout.id=7-0');
    expect(currentRolloutId(propagation.extract(context.active(), headers))).toBe('7-0');
  });

  test('a detached span is a root that links to the job, and its children do not', async () => {
    withJobSpan(() =>
      detachWithLink(() =>
        withSpan(SpanGroup.SANDBOX, 'rollout', () => withSpan(SpanGroup.SANDBOX, 'child', () => {})),
      ),
    );
    const [child, rollout, job] = await telemetry.takeSpans();
    expect(job?.name).toBe('gym.job');
    expect(rollout?.parentSpanContext).toBeUndefined();
    expect(rollout?.links.map((link) => link.context.spanId)).toEqual([job?.spanContext().spanId]);
    expect(child?.links).toEqual([]);
    expect(child?.parentSpanContext?.spanId).toBe(rollout?.spanContext().spanId);
  });

  test('with no CLIENT span the link to the job crosses in baggage and ends at gym.rollout', async () => {
    const headers: Record<string, string> = {};
    const inner: Record<string, string> = {};
    withJobSpan(() => detachWithLink(() => propagation.inject(context.active(), headers)));
    expect(headers).not.toHaveProperty('traceparent');
    context.with(propagation.extract(context.active(), headers), () =>
      withRolloutSpan(() => propagation.inject(context.active(), inner)),
    );
    const [job, rollout] = await telemetry.takeSpans();
    expect(rollout?.links.map((link) => link.context)).toMatchObject([
      { traceId: job!.spanContext().traceId, spanId: job!.spanContext().spanId },
    ]);
    expect(rollout?.spanContext().traceId).not.toBe(job?.spanContext().traceId);
    expect(inner['baggage']).toBeUndefined();
  });

  test.each(['', 'x', '0-0', `${'0'.repeat(32)}-${'1'.repeat(16)}`])(
    'a forged job entry %p makes no link',
    async (value) => {
      const baggage = propagation.createBaggage({ 'nemo.gym.job': { value } });
      context.with(propagation.setBaggage(context.active(), baggage), () =>
        withRolloutSpan(() => trace.getActiveSpan()),
      );
      expect((await telemetry.takeSpans())[0]?.links).toEqual([]);
    },
  );
});
