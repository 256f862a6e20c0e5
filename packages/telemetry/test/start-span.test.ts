import { SpanGroup, startSpan, withSpan } from '@gym/telemetry';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

import { startInMemoryTelemetry, type InMemoryTelemetry } from './in-memory-telemetry.ts';

let telemetry: InMemoryTelemetry;
beforeAll(async () => {
  telemetry = await startInMemoryTelemetry({ NEMO_GYM_OTEL_SPAN_GROUPS: 'sandbox' });
});
afterAll(() => telemetry.stop());

test('`using` ends the span with its block, also when it throws', async () => {
  const work = (): void => {
    using span = startSpan(SpanGroup.SANDBOX, 'used', { attributes: { a: 1 } });
    span.setAttributes({ token: 'x', b: 2 }).run(() => withSpan(SpanGroup.SANDBOX, 'child', () => {}));
    throw new Error('left early');
  };
  expect(work).toThrow('left early');
  const [child, used] = await telemetry.takeSpans();
  expect(used).toMatchObject({ name: 'used', attributes: { a: 1, b: 2, token: '[REDACTED]' } });
  expect(child?.parentSpanContext?.spanId).toBe(used?.spanContext().spanId);
});

test('end() may be called twice, and recordError marks the span', async () => {
  const span = startSpan(SpanGroup.SANDBOX, 'twice').recordError(new Error('oh'));
  span.end();
  span.end();
  expect(await telemetry.takeSpans()).toMatchObject([{ name: 'twice', status: { code: 2, message: 'oh' } }]);
});

test('a group that is off gives one shared span that does nothing', async () => {
  const span = startSpan(SpanGroup.VERIFY, 'off');
  expect(startSpan(SpanGroup.VERIFY, 'off too')).toBe(span);
  expect(
    span
      .setAttributes({ a: 1 })
      .recordError(new Error('x'))
      .run(() => 'ran'),
  ).toBe('ran');
  span.end();
  expect(await telemetry.takeSpans()).toEqual([]);
});
