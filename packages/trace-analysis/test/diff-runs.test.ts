import { analyzeSpans, diffRuns } from '@gym/trace-analysis';
import type { AnalyzedRollout, SpanRecord } from '@gym/trace-analysis';
import { expect, test } from '@jest/globals';

import { makeRollout } from './make-span.ts';

/** 60 rollouts whose times vary by up to 15 %, the same each time. */
function run(
  factor = 1,
  change: (span: SpanRecord, at: number) => SpanRecord | undefined = (span) => span,
): readonly AnalyzedRollout[] {
  const spans = Array.from({ length: 60 }, (_, at) =>
    makeRollout({
      id: `${at}-0`,
      trace: at + 1,
      startMs: at * 10,
      modelMs: 100 + ((at * 7) % 16),
      toolMs: Math.round((40 + ((at * 5) % 7)) * factor),
    }).flatMap((span) => change(span, at) ?? []),
  );
  return analyzeSpans(spans.flat()).rollouts;
}

test('a run against itself passes, with 0 within every interval', () => {
  const { verdict, reasons, metrics, newShapes, vanishedShapes } = diffRuns(run(), run());
  expect([verdict, reasons, newShapes, vanishedShapes]).toEqual(['pass', [], [], []]);
  expect(metrics.length).toBeGreaterThan(20);
  expect(metrics.filter(({ low, high, change }) => low > 0 || high < 0 || change !== 0)).toEqual([]);
});

test('a tool that takes 1.6 times as long fails, named with change and interval, and the other way round is better', () => {
  const slow = diffRuns(run(), run(1.6));
  expect(slow.verdict).toBe('fail');
  expect(slow.reasons).toContainEqual(
    expect.stringMatching(/^span: tools POST \/search p50: \+\d+ % \(.* ms to .* ms, interval \+\d+ % to \+\d+ %\)$/),
  );
  const search = slow.metrics.find(({ name }) => name === 'span: tools POST /search p50')!;
  expect(search.change).toBeCloseTo(0.6, 1);
  expect(search.low).toBeLessThanOrEqual(search.change);
  expect(search.high).toBeGreaterThanOrEqual(search.change);
  const fast = diffRuns(run(1.6), run());
  expect(fast.verdict).toBe('pass');
  expect(fast.metrics.find(({ name }) => name === 'span: tools POST /search p50')?.isBetter).toBe(true);
});

test('failures of a tool in every second rollout fail', () => {
  const failing = run(1, (span, at) =>
    at % 2 === 0 && span.name === 'gym.tool_call' ? { ...span, status: 'ERROR' } : span,
  );
  const { verdict, reasons } = diffRuns(run(), failing);
  expect(verdict).toBe('fail');
  expect(reasons).toEqual([expect.stringMatching(/^tool failures: search mean: \+50 % points \(0\.0 % to 50 %/)]);
});

test('a span shape that is gone fails, one that is new is listed', () => {
  const without = run(1, (span) => (span.name === 'gym.model.responses' ? undefined : span));
  const { verdict, reasons, vanishedShapes } = diffRuns(run(), without);
  expect(verdict).toBe('fail');
  expect(vanishedShapes).toEqual([{ shape: 'model POST /v1/responses > model gym.model.responses', share: 1 }]);
  expect(reasons).toContain(
    'model POST /v1/responses > model gym.model.responses is gone; 100 % of the rollouts had it',
  );
  expect(diffRuns(without, run())).toMatchObject({ verdict: 'pass', newShapes: [{ share: 1 }], vanishedShapes: [] });
});

test('9 rollouts are too few, 10 are enough', () => {
  expect(diffRuns(run().slice(0, 9), run())).toMatchObject({ verdict: 'inconclusive', metrics: [] });
  expect(diffRuns(run().slice(0, 10), run().slice(0, 10)).verdict).toBe('pass');
});

test('the same seed gives the same intervals, another seed others', () => {
  const [before, after] = [run(), run(1.1)];
  expect(diffRuns(before, after, { seed: 4 })).toEqual(diffRuns(before, after, { seed: 4 }));
  expect(diffRuns(before, after, { seed: 4 }).metrics).not.toEqual(diffRuns(before, after, { seed: 5 }).metrics);
});
